package match_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nonna/store"
	"nonna/store/match"
	"nonna/store/repair"
	"nonna/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m.Run)) }

const (
	guild              = 7
	anna, bruno, carla = 1, 2, 3
)

func noon() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }

// table is a database with matches in it.
type table struct {
	*match.Matches
	t     *testing.T
	store *store.Store
	n     int
}

func open(t *testing.T) *table {
	t.Helper()
	st := storetest.New(t, store.WithRehearsal())
	return &table{match.New(st), t, st, 0}
}

// act is a new request of a member.
func (tb *table) act(user uint64) store.Action {
	tb.n++
	return store.Action{
		RequestID: fmt.Sprint("request ", tb.n), GuildID: guild, ActorID: user, ActorName: fmt.Sprint("user ", user),
		At: noon().Add(time.Duration(tb.n) * time.Minute),
	}
}

// invite opens a match of two between anna and bruno.
func (tb *table) invite(best int) match.Match {
	tb.t.Helper()
	m := storetest.Value(tb.Open(tb.t.Context(), tb.act(anna), match.Match{Game: "camicia", BestOf: best, ChannelID: 5}, bruno))(tb.t)
	return m
}

// strongest is won by the greatest hand, and by nobody if all are equal.
func strongest(hands []string) (match.Dealt, error) {
	d := match.Dealt{Winner: -1, Game: store.Game{
		Name: "camicia", Division: "test", Deal: strings.Join(hands, "/"), Key: strings.Join(hands, "/"), Ending: "won", Plays: 5, Takes: 1, Kind: store.Ends,
	}}
	if best := slices.Max(hands); slices.Min(hands) != best {
		d.Winner = slices.Index(hands, best)
	}
	return d, nil
}

func (tb *table) seal(m match.Match, round int, user uint64, hand string) (match.Match, *match.Round) {
	tb.t.Helper()
	m, r, err := tb.Seal(tb.t.Context(), tb.act(user), m.ID, round, hand, strongest)
	if err != nil {
		tb.t.Fatalf("sealing %q of %d: %v", hand, user, err)
	}
	return m, r
}

// wantSound checks the database.
func (tb *table) wantSound() {
	tb.t.Helper()
	report, err := repair.Check(tb.t.Context(), tb.store.Path())
	if err != nil || !report.OK() {
		tb.t.Errorf("the database has the problems %q, %v", report.Problems, err)
	}
}

func TestAMatchToItsEnd(t *testing.T) {
	t.Parallel()
	tb := open(t)
	m := tb.invite(3)
	if m.Invited() != bruno || m.Leader(1) != 0 || m.Leader(2) != 1 {
		t.Fatalf("the match is opened as %+v", m)
	}
	m, r := tb.seal(m, 1, bruno, "b")
	if r != nil || m.Invited() != 0 || !m.Players[1].Sealed() || m.Players[0].Sealed() {
		t.Fatalf("after the first hand: %+v, %+v", m, r)
	}
	m, r = tb.seal(m, 1, anna, "a")
	if r == nil || r.Winner != 1 || m.Leader(r.Number) != 0 || !slices.Equal(r.Hands, []string{"a", "b"}) || m.Round() != 2 || m.Players[0].Sealed() {
		t.Fatalf("after the first round: %+v, %+v", m, r)
	}
	g, err := tb.store.Lookup(t.Context(), guild, carla, r.GameID)
	if err != nil || g.Standing != store.Unranked || g.Deal != "a/b" || g.Player.Name != "" || g.Player.ID != 0 {
		t.Errorf("the game is recorded as %+v, %v", g, err)
	}
	// A round without a winner counts for nobody, and the lead changes all the same.
	tb.seal(m, 2, anna, "x")
	m, r = tb.seal(m, 2, bruno, "x")
	if r.Winner != -1 || m.Leader(r.Number) != 1 || m.Endless() != 1 || m.Wins(0) != 0 || m.Wins(1) != 1 {
		t.Fatalf("after an endless round: %+v, %+v", m, r)
	}
	tb.seal(m, 3, anna, "c")
	m, _ = tb.seal(m, 3, bruno, "d")
	if m.End != match.Won || m.Winner() != 1 || m.Wins(1) != 2 {
		t.Fatalf("at the end: %+v", m)
	}
	if _, _, err := tb.Seal(t.Context(), tb.act(anna), m.ID, 3, "e", strongest); !errors.Is(err, match.ErrPlayed) {
		t.Errorf("a hand after the end: %v", err)
	}
	all, err := tb.Tallies(t.Context(), guild, time.Time{}, m.ActedAt.Add(time.Millisecond), 10)
	want := []match.Tally{{Person: store.Person{ID: bruno, Name: "user 2"}, Wins: 1, Played: 1}, {Person: store.Person{ID: anna, Name: "user 1"}, Played: 1}}
	if err != nil || !slices.Equal(all, want) {
		t.Errorf("the wins are %+v, %v", all, err)
	}
	storetest.Must(t, tb.store.HideName(t.Context(), bruno, true))
	if all, err = tb.Tallies(t.Context(), guild, m.ActedAt, m.ActedAt.Add(time.Millisecond), 1); err != nil || len(all) != 1 || all[0] != (match.Tally{Person: store.Person{Hidden: true}, Wins: 1, Played: 1}) {
		t.Errorf("the wins of a hidden member are %+v, %v", all, err)
	}
	tb.wantSound()
}

func TestThreeEndlessRoundsAreADraw(t *testing.T) {
	t.Parallel()
	tb := open(t)
	m := tb.invite(1)
	for round := range match.MaxEndless {
		if !m.Open() {
			t.Fatalf("the match is over before round %d: %+v", round+1, m)
		}
		tb.seal(m, round+1, anna, "x")
		m, _ = tb.seal(m, round+1, bruno, "x")
	}
	if m.End != match.Drawn || len(m.Rounds) != match.MaxEndless {
		t.Errorf("after three endless rounds: %+v", m)
	}
	tb.wantSound()
}

// TestTheLastTwoHandsAtOnce seals the two last hands from many goroutines: the round is
// dealt once.
func TestTheLastTwoHandsAtOnce(t *testing.T) {
	t.Parallel()
	tb := open(t)
	m := storetest.Value(tb.Open(t.Context(), tb.act(anna), match.Match{Game: "camicia", BestOf: 3}, 0))(t)
	tb.seal(m, 1, anna, "a")
	var acts []store.Action
	for user := range uint64(8) {
		acts = append(acts, tb.act(20+user))
	}
	var running sync.WaitGroup
	var mu sync.Mutex
	dealt, refused := 0, 0
	for _, a := range acts {
		running.Go(func() {
			_, r, err := tb.Seal(t.Context(), a, m.ID, 1, "b", strongest)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && r != nil:
				dealt++
			case errors.Is(err, match.ErrPlayed):
				refused++
			default:
				t.Errorf("sealing at once: %+v, %v", r, err)
			}
		})
	}
	running.Wait()
	if dealt != 1 || refused != 7 {
		t.Errorf("the round is dealt %d times, and %d are refused", dealt, refused)
	}
	tb.wantSound()
}

// A request that is delivered twice has its first result.
func TestDeliveredTwice(t *testing.T) {
	t.Parallel()
	tb := open(t)
	opens, first, last := tb.act(anna), tb.act(anna), tb.act(bruno)
	var id int64
	for range 2 {
		m, err := tb.Open(t.Context(), opens, match.Match{Game: "camicia", BestOf: 1}, bruno)
		if err != nil || id != 0 && m.ID != id {
			t.Fatalf("opening: %+v, %v", m, err)
		}
		id = m.ID
	}
	for range 2 {
		if m, r, err := tb.Seal(t.Context(), first, id, 1, "a", strongest); err != nil || r != nil || !m.Players[0].Sealed() {
			t.Fatalf("the first hand: %+v, %+v, %v", m, r, err)
		}
	}
	var games []int64
	for range 2 {
		_, r, err := tb.Seal(t.Context(), last, id, 1, "b", strongest)
		if err != nil || r == nil {
			t.Fatalf("the last hand: %+v, %v", r, err)
		}
		games = append(games, r.GameID)
	}
	if games[0] != games[1] {
		t.Errorf("the games are %d", games)
	}
	// The round was dealt before the first request, whose answer was lost, is done again.
	if m, r, err := tb.Seal(t.Context(), first, id, 1, "a", strongest); err != nil || r != nil || !m.Begun() {
		t.Errorf("the first hand, after the round: %+v, %+v, %v", m, r, err)
	}
}

// A round of practice is recorded once for a request that is delivered twice, and counts for
// nobody.
func TestPractice(t *testing.T) {
	t.Parallel()
	tb := open(t)
	a, hands := tb.act(anna), []string{"a", "b"}
	dealt := storetest.Value(strongest(hands))(t)
	m := match.Match{Game: "camicia", BestOf: 1, Players: []match.Player{{UserID: anna}, {}}}
	first := storetest.Value(tb.Practise(t.Context(), a, m, hands, dealt))(t)
	again := storetest.Value(tb.Practise(t.Context(), a, m, hands, dealt))(t)
	if first.Rounds[0].GameID == 0 || again.Rounds[0].GameID != first.Rounds[0].GameID || first.Rounds[0].Winner != 1 {
		t.Errorf("the rounds are %+v and %+v", first.Rounds, again.Rounds)
	}
	if own, err := tb.Own(t.Context(), anna); err != nil || own.Played != 0 {
		t.Errorf("it counts as %+v, %v", own, err)
	}
	tb.wantSound()
}

// A restart between two hands changes nothing.
func TestRestartBetweenHands(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nonna.db")
	st := storetest.Value(storetest.Open(t.Context(), path, store.WithRehearsal()))(t)
	tb := &table{match.New(st), t, st, 0}
	m := tb.invite(1)
	tb.seal(m, 1, anna, "a")
	storetest.Must(t, st.Close())
	tb.store = storetest.Value(store.Open(t.Context(), st.Path()))(t)
	defer storetest.Close(tb.store)
	tb.Matches = match.New(tb.store)
	if _, r := tb.seal(m, 1, bruno, "b"); r == nil || r.Winner != 1 {
		t.Errorf("the round after a restart is %+v", r)
	}
}

// A deal that fails leaves the last hand out, so that it can be sealed again.
func TestADealThatFails(t *testing.T) {
	t.Parallel()
	tb := open(t)
	m := tb.invite(1)
	tb.seal(m, 1, anna, "a")
	broken := errors.New("broken")
	_, _, err := tb.Seal(t.Context(), tb.act(bruno), m.ID, 1, "b", func([]string) (match.Dealt, error) { return match.Dealt{}, broken })
	if !errors.Is(err, broken) {
		t.Fatalf("sealing fails with %v", err)
	}
	if m, err := tb.Get(t.Context(), guild, m.ID); err != nil || m.Players[1].Sealed() || m.Players[1].Joined {
		t.Errorf("after the failure: %+v, %v", m, err)
	}
	if _, r := tb.seal(m, 1, bruno, "b"); r == nil {
		t.Error("the hand cannot be sealed again")
	}
}

func TestLimitsOfInvitations(t *testing.T) {
	t.Parallel()
	tb := open(t)
	first := tb.invite(1)
	wanted := match.Match{Game: "camicia", BestOf: 1}
	try := func(invited uint64) (match.Match, error) { return tb.Open(t.Context(), tb.act(anna), wanted, invited) }
	if m, err := try(bruno); !errors.Is(err, store.ErrExists) || m.ID != first.ID {
		t.Errorf("the same member again: %+v, %v", m, err)
	}
	if m, err := tb.Open(t.Context(), tb.act(bruno), wanted, anna); !errors.Is(err, store.ErrExists) || m.ID != first.ID {
		t.Errorf("the other way round: %+v, %v", m, err)
	}
	storetest.Must(t, tb.store.Uninvite(t.Context(), carla, true))
	if _, err := try(carla); !errors.Is(err, match.ErrUninvited) {
		t.Errorf("a member who wants no invitations: %v", err)
	}
	storetest.Must(t, tb.store.Uninvite(t.Context(), carla, false))
	for _, invited := range []uint64{carla, 0} {
		if _, err := try(invited); err != nil {
			t.Errorf("inviting %d: %v", invited, err)
		}
	}
	if _, err := try(9); !errors.Is(err, store.ErrTooMany) {
		t.Errorf("a fourth invitation: %v", err)
	}
	if m, err := tb.Close(t.Context(), tb.act(bruno), first.ID); err != nil || m.End != match.Declined {
		t.Errorf("declining: %+v, %v", m, err)
	}
	if m, err := try(9); err != nil || m.ID == first.ID {
		t.Errorf("after one was declined: %+v, %v", m, err)
	}
	if _, err := try(anna); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("inviting oneself: %v", err)
	}
	begun := storetest.Value(tb.Open(t.Context(), tb.act(carla), wanted, bruno))(t)
	tb.seal(begun, 1, carla, "x")
	tb.seal(begun, 1, bruno, "x")
	if m, err := tb.Open(t.Context(), tb.act(bruno), wanted, carla); !errors.Is(err, store.ErrExists) || m.ID != begun.ID || !m.Begun() {
		t.Errorf("a member with whom a match has begun: %+v, %v", m, err)
	}
	tb.wantSound()
}

func TestClosing(t *testing.T) {
	t.Parallel()
	tb := open(t)
	m := tb.invite(3)
	if _, err := tb.Close(t.Context(), tb.act(carla), m.ID); !errors.Is(err, match.ErrSeat) {
		t.Errorf("a stranger closes: %v", err)
	}
	if _, err := tb.Get(t.Context(), 8, m.ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a match of another server: %v", err)
	}
	if _, _, err := tb.Seal(t.Context(), tb.act(carla), m.ID, 1, "x", strongest); !errors.Is(err, match.ErrSeat) {
		t.Errorf("a stranger seals: %v", err)
	}
	tb.seal(m, 1, anna, "secret")
	if _, _, err := tb.Seal(t.Context(), tb.act(anna), m.ID, 1, "other", strongest); !errors.Is(err, match.ErrSealed) {
		t.Errorf("a second hand: %v", err)
	}
	if _, _, err := tb.Seal(t.Context(), tb.act(bruno), m.ID, 2, "x", strongest); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a round to come: %v", err)
	}
	open := storetest.Value(tb.Open(t.Context(), tb.act(anna), match.Match{Game: "camicia", BestOf: 1}, 0))(t)
	tb.seal(open, 1, carla, "x")
	if _, err := tb.Close(t.Context(), tb.act(carla), open.ID); !errors.Is(err, match.ErrHost) {
		t.Errorf("who joined closes it: %v", err)
	}
	withdrawn, err := tb.Close(t.Context(), tb.act(anna), m.ID)
	if err != nil || withdrawn.End != match.Withdrawn || withdrawn.Players[0].Sealed() {
		t.Errorf("withdrawing: %+v, %v", withdrawn, err)
	}
	if m, _, err := tb.Seal(t.Context(), tb.act(bruno), m.ID, 1, "x", strongest); !errors.Is(err, match.ErrOver) || m.End != match.Withdrawn {
		t.Errorf("a hand after the close: %+v, %v", m, err)
	}
	m = tb.invite(3)
	tb.seal(m, 1, anna, "a")
	tb.seal(m, 1, bruno, "b")
	if _, err := tb.Close(t.Context(), tb.act(anna), m.ID); !errors.Is(err, match.ErrPlayed) {
		t.Errorf("withdrawing what has begun: %v", err)
	}
	tb.wantSound()
}

// Matches are closed a day after the last hand, not after they were opened.
func TestADayWithoutPlay(t *testing.T) {
	t.Parallel()
	tb := open(t)
	m := tb.invite(3)
	m, _ = tb.seal(m, 1, anna, "a")
	for _, c := range []struct {
		at   time.Time
		want match.End
	}{{m.ActedAt.Add(match.Idle - time.Second), ""}, {m.ActedAt.Add(match.Idle), match.TimedOut}} {
		storetest.Must(t, tb.CloseIdle(t.Context(), c.at))
		got, err := tb.Get(t.Context(), guild, m.ID)
		if err != nil || got.End != c.want || got.Players[0].Sealed() != (c.want == "") {
			t.Errorf("at %v: %+v, %v", c.at, got, err)
		}
	}
}

func TestErasedInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, who := range []uint64{anna, bruno} {
		tb := open(t)
		over := tb.invite(1)
		tb.seal(over, 1, anna, "a")
		tb.seal(over, 1, bruno, "b")
		m := tb.invite(3)
		tb.seal(m, 1, anna, "secret")
		data, err := tb.store.UserData(t.Context(), anna)
		if err != nil || len(data.Seats) != 2 || data.Seats[1].Hand != "secret" || data.Seats[0].Hand != "" {
			t.Errorf("what is stored of the host: %+v, %v", data.Seats, err)
		}
		storetest.Done(t)(tb.store.ForgetUser(t.Context(), who, noon()))
		m, err = tb.Get(t.Context(), guild, m.ID)
		if err != nil || m.End != match.Erased || m.Players[0].Sealed() || m.Seat(who) >= 0 {
			t.Errorf("after %d is erased: %+v, %v", who, m, err)
		}
		over, err = tb.Get(t.Context(), guild, over.ID)
		if err != nil || over.End != match.Won || len(over.Rounds) != 1 || over.Rounds[0].GameID == 0 {
			t.Errorf("the match before: %+v, %v", over, err)
		}
		if all, err := tb.Tallies(t.Context(), guild, over.ActedAt, noon().AddDate(1, 0, 0), 9); err != nil || len(all) != 1 {
			t.Errorf("the wins: %+v, %v", all, err)
		}
		tb.wantSound()
	}
}

// Matches are deleted with the server's data.
func TestMatchesGoWithTheServer(t *testing.T) {
	t.Parallel()
	tb := open(t)
	m := tb.invite(3)
	tb.seal(m, 1, anna, "secret")
	for _, want := range [][]uint64{{guild}, nil} {
		if stored, err := tb.store.GuildsStored(t.Context(), 0, 9); err != nil || !slices.Equal(stored, want) {
			t.Errorf("the servers are %d, %v; want %d", stored, err, want)
		}
		storetest.Must(t, tb.store.GuildLeft(t.Context(), guild, noon()))
		storetest.Done(t)(tb.store.Erase(t.Context(), noon()))
	}
	if _, err := tb.Get(t.Context(), guild, m.ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after the deletion: %v", err)
	}
}

// What is refused never quotes the hand, which would be in the log.
func TestErrorsKeepHandsSecret(t *testing.T) {
	t.Parallel()
	tb := open(t)
	m := tb.invite(1)
	for _, hand := range []string{"", "secret\x00", strings.Repeat("secret", 99)} {
		if _, _, err := tb.Seal(t.Context(), tb.act(anna), m.ID, 1, hand, strongest); !errors.Is(err, store.ErrInvalid) || strings.Contains(err.Error(), "secret") {
			t.Errorf("the hand %.9q is refused with %v", hand, err)
		}
	}
}

// A name that is too long is cut between its characters: a server takes no half of one.
func TestALongNameIsCutBetweenCharacters(t *testing.T) {
	t.Parallel()
	tb := open(t)
	for _, c := range []struct {
		host       uint64
		name, want string
	}{
		{anna, strings.Repeat("😀x", 100), strings.Repeat("😀x", 40)}, // 200 bytes
		{carla, "x" + strings.Repeat("😀", 101), "x" + strings.Repeat("😀", 49)},
	} {
		a := tb.act(c.host)
		a.ActorName = c.name
		m, err := tb.Open(t.Context(), a, match.Match{Game: "camicia", BestOf: 1, ChannelID: 5}, bruno)
		if err != nil || m.Players[0].Name != c.want {
			t.Errorf("%q is stored (%v), want %q", m.Players[0].Name, err, c.want)
		}
	}
}
