package all_test

import (
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

func TestAbout(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "about", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("about", fx.Ask(fx.Anna, "about", nil))
		for _, c := range commandstest.List(t) {
			if c.Name != "about" {
				continue
			}
			r, err := c.Run(t.Context(), commands.Request{Kind: commands.Slash, Command: "about"})
			if err != nil {
				t.Fatal(err)
			}
			s.Add("nothing is known", r)
		}
	})
}
