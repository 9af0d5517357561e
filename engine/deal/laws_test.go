package deal_test

import (
	"errors"
	"flag"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/penalty"
)

// readAll reads a text as a deal of every game, and as a message.
func readAll(games game.List, text string) map[string]func() (string, error) {
	all := map[string]func() (string, error){"message": func() (string, error) {
		found, err := find(games, text)
		return fmt.Sprint(found.Deal), err
	}}
	for _, g := range games {
		all[g.Name] = func() (string, error) {
			d, err := g.Read(text, nil)
			return fmt.Sprint(d), err
		}
		all["message of "+g.Name] = func() (string, error) {
			found, err := find(games, g.Name+": "+text)
			return fmt.Sprint(found.Deal), err
		}
	}
	all["italian"] = func() (string, error) {
		d, err := penalty.ReadDeal(text, card.Italian, 2)
		return d.String(), err
	}
	return all
}

// seed adds the recorded messages, which are deals, or nearly, and forms that they do not have.
func seed(f *testing.F) {
	f.Helper()
	for _, text := range []string{
		`f([]string{"2","A"}, List.of("3"), vec!["4"])`, "x := %w[2 A];\ny = %w[3 4]", `{"a": ("2",), "b": {"c": 'd'}}`, "&[2,3],{4,5}",
		"2;A\n3;4\n5;6;", "Player B;2;A\nPlayer A;3;4", "3b Rd / asso di coppe, sF", `[["x"]]`,
		strings.Repeat("TS QC 8S 8D QH 2D 3H KH 9H 2H TH KS KC\n", 4) + "#",
	} {
		f.Add(text)
	}
	for message := range recorded(f) {
		if !testing.Short() || len(message)%5 == 0 {
			f.Add(message)
		}
	}
}

// FuzzReadingNeverPanics checks that reading any text gives a deal or problems that can be
// shown.
func FuzzReadingNeverPanics(f *testing.F) {
	seed(f)
	games := games(f)
	f.Fuzz(func(t *testing.T, text string) {
		for name, read := range readAll(games, text) {
			_, err := read()
			var p *deal.Problems
			if err != nil && (!errors.As(err, &p) || p.Error() == "" || len(p.List) > deal.MaxProblems) {
				t.Errorf("%s: %q gives the error %v", name, text, err)
			}
		}
	})
}

// FuzzReadingIsQuick checks that reading takes time in proportion to the length of the text,
// not to its square. It runs only while fuzzing, since other tests must not depend on how
// busy the machine is, and then only by its name. With -fuzzminimizetime 1x no time is spent on making texts shorter.
func FuzzReadingIsQuick(f *testing.F) {
	if fuzz := flag.Lookup("test.fuzz"); fuzz == nil || strings.Trim(fuzz.Value.String(), "^$") != f.Name() {
		f.Skip("it reads the clock")
	}
	seed(f)
	games := games(f)
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" || len(text) > deal.MaxText/times/2 {
			return
		}
		// At least twice: one list of JSON is read differently from several.
		text = strings.Repeat(text, max(2, timedSize/len(text)))
		long := readAll(games, strings.Repeat(text, times))
		for name, read := range readAll(games, text) {
			if short, long := leastTimes(read, long[name]); long > slack*short {
				t.Errorf("%s: reading %d bytes %d times took %v, and as many at once %v: %.100q", name, len(text), times, short, long, text)
			}
		}
	})
}

// The longer text is this many times as long, the other has about this many bytes, and
// reading the longer text may take slack times as long as reading the other as many times.
// Quadratic reading takes 16 times as long. With a text only twice as long, other work of
// the machine would hide that.
const (
	times     = 16
	timedSize = 256
	slack     = 4
)

// leastTimes returns the least time of a few tries for reading a short text many times, and
// for reading a long one once; one try is enough if it leaves no doubt. Both should take
// equally long, so that other work of the machine affects both alike.
func leastTimes(read, readLong func() (string, error)) (short, long time.Duration) {
	short, long = time.Hour, time.Hour
	for tries := 0; tries == 0 || tries < 10 && long > slack*short; tries++ {
		start := time.Now()
		for range times {
			_, _ = read()
		}
		middle := time.Now()
		_, _ = readLong()
		short, long = min(short, middle.Sub(start)), min(long, time.Since(middle))
	}
	return short, long
}

// FuzzWhatIsReadCanBeWrittenAndReadAgain checks that both texts of a deal are read as the same
// deal, with all options.
func FuzzWhatIsReadCanBeWrittenAndReadAgain(f *testing.F) {
	seed(f)
	f.Add(`[["|","\ud83c\udff4\udb40\udc67","<@1>"],["v","\u2028","\ud834\udd73"]]`)
	f.Add(`[["|","x"],["v","\ud834\udd73"]]`)
	f.Add(`'"= x' '0 a'`)
	games := games(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range games {
			all := []game.Options{nil}
			for _, p := range g.Params {
				for _, value := range p.Values {
					all = append(all, game.Options{p.Name: value})
				}
			}
			for _, o := range all {
				d, err := g.Read(text, g.ReadOptions(o))
				if err != nil {
					continue
				}
				back, err := g.Read(d.String(), d.Options())
				if err != nil || !reflect.DeepEqual(back, d) {
					t.Errorf("%s: %q is written %q and read back as %q, %v", g.Name, text, d, back, err)
				}
				back, err = g.Read(d.Short(), d.Options())
				if err != nil || back.Key() != d.Key() || back.Short() != d.Short() {
					t.Errorf("%s: %q is written short %q and read back as %q, %v", g.Name, text, d.Short(), back, err)
				}
			}
		}
	})
}

// BenchmarkRead reads the largest possible text of a deal, and texts that are meant to be
// slow.
func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"10000 cards": strings.Repeat("J -", 2500) + "/" + strings.Repeat("2 A", 2500),
		"labels":      strings.Repeat("a:", deal.MaxText/2),
		"brackets":    strings.Repeat("[", deal.MaxText),
		"bad cards":   strings.Repeat("x", deal.MaxText),
		"slashes":     strings.Repeat("/", deal.MaxText),
		"commas":      strings.Repeat("a,b ", deal.MaxText/4),
		"calls":       strings.Repeat("a(", deal.MaxText/2),
		"a call":      strings.Repeat("a", deal.MaxText/2) + "([" + strings.Repeat("a", deal.MaxText/2-4) + ")",
		"mentions":    strings.Repeat("</a", deal.MaxText/3),
		"emoji":       strings.Repeat("<:a:1>", deal.MaxText/6),
		"ones":        strings.Repeat("1 ", deal.MaxText/2-2) + "/ 1",
		"neighbours":  strings.Repeat("X 2 / 3 ", deal.MaxText/8),
		"commas only": strings.Repeat(", ", deal.MaxText/2-2) + "2",
	} {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			games := games(b)
			for b.Loop() {
				for _, read := range readAll(games, text) {
					_, _ = read()
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/text")
		})
	}
}
