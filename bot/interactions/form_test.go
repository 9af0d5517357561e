package interactions

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/commands"
)

func TestFormRenders(t *testing.T) {
	t.Parallel()
	golden(t, "form", newForm(commands.Form{
		ID: "camicia:typed", Title: strings.Repeat("t", 50),
		Inputs: []commands.Input{
			{ID: "a", Label: strings.Repeat("l", 50), Placeholder: strings.Repeat("p", 120), Lines: true, Required: true},
			{ID: "b", Label: "B"},
			{ID: "c", Label: "C"},
			{ID: "d", Label: ""},
			{ID: "e", Label: "E", Value: "typed before"},
		},
	}))
}

func TestChoicesRender(t *testing.T) {
	t.Parallel()
	r := plainRenderer(new(bytes.Buffer))
	long := strings.Repeat("🂡", 101)
	got := r.choices([]commands.Choice{
		{Label: long, Value: "1", LabelIn: map[string]string{"it": long}},
		{Label: "too long a value", Value: long},
		{Label: "no value"},
		{Value: "no label"},
	}, false)
	want := choices{[]choice{
		{Name: strings.Repeat("🂡", 95) + "…", NameIn: map[string]string{"it": strings.Repeat("🂡", 95) + "…"}, Value: "1"},
		{Name: "–", Value: "no label"},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	numbers := r.choices([]commands.Choice{{Label: "a", Value: "12"}, {Label: "b", Value: "x"}, {Label: "c", Value: "9007199254740993"}}, true)
	if d := cmp.Diff(choices{[]choice{{Name: "a", Value: int64(12)}}}, numbers); d != "" {
		t.Error(d)
	}
	if many := r.choices(make([]commands.Choice, 3), false); many.Choices == nil || len(many.Choices) != 0 {
		t.Errorf("no choices must be an empty list, not %v", many.Choices)
	}
	if many := r.choices(bigList(30), false); len(many.Choices) != 25 {
		t.Errorf("%d choices", len(many.Choices))
	}
}

func bigList(n int) []commands.Choice {
	list := make([]commands.Choice, n)
	for i := range list {
		list[i] = commands.Choice{Label: "l", Value: "v"}
	}
	return list
}
