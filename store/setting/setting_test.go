package setting_test

import (
	"errors"
	"strings"
	"testing"

	"nonna/store/internal/errs"
	"nonna/store/setting"
)

// Every setting parses the values that it writes and refuses all others.
func TestEverySettingReadsWhatItWrites(t *testing.T) {
	t.Parallel()
	type row struct {
		Name          string
		Kind          setting.Kind
		Default, Good string
		Bad           []string
	}
	want := []row{
		{"announce", setting.Channel, "0", "9223372036854775807", []string{"9223372036854775808", "-1", "x"}},
		{"language", setting.Text, "", "it", []string{"de", strings.Repeat("x", 201)}},
		{"private", setting.Switch, "false", "true", []string{"2", "yes"}},
		{"cooldown", setting.Duration, "0", "3600000", []string{"3600001", "-1", "1h"}},
		{"challenges", setting.Switch, "false", "true", []string{"maybe"}},
		{"daily", setting.Channel, "0", "9223372036854775807", []string{"9223372036854775808", "-1", "x"}},
		{"hunt", setting.Duration, "0", "7200000", []string{"7200001", "-1", "2h"}},
	}
	all := setting.All([]string{"en", "it"})
	if len(all) != len(want) {
		t.Fatalf("%d settings, want %d: add the new one here", len(all), len(want))
	}
	for i, s := range all {
		w := want[i]
		var c setting.Values
		if err := s.Set(&c, w.Good); err != nil || s.Value(c) != w.Good || c == (setting.Values{}) {
			t.Errorf("%s set to %s: %v, %+v", w.Name, w.Good, err, c)
		}
		if err := s.Set(&c, ""); err != nil || c != (setting.Values{}) {
			t.Errorf("%s set to its default: %v, %+v", w.Name, err, c)
		}
		for _, value := range w.Bad {
			if err := s.Set(&c, value); !errors.Is(err, errs.ErrInvalid) {
				t.Errorf("%s set to %s: %v, want ErrInvalid", w.Name, value, err)
			}
		}
		if s.Name != w.Name || s.Kind() != w.Kind || s.Default() != w.Default {
			t.Errorf("%s: %+v, want %+v", s.Name, s, w)
		}
	}
}
