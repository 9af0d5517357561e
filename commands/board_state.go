package commands

import (
	"strconv"
	"strings"

	"nonna/store"
)

// The state of a board's buttons begins with a version: a later version of the
// program that needs another form can still tell the old ones. The compact form
// has more to say: of one member's games, and of messages for one person alone.
const (
	viewVersion    = "1"
	compactVersion = "2"
)

// state is the view as it stands in a button's id, which has room for 100
// characters: so what has few values is one letter. The division, of at most 50
// characters, comes last, since it may hold colons.
func (v boardView) state() string {
	few := []string{
		string(v.kind)[:1], measureName(v.by)[:1], spanName(v.span)[:1], strconv.FormatBool(v.withoutRandom)[:1],
	}
	if v.ofMember || v.alone || v.edge != 0 {
		few = append([]string{v.game[:1]}, few...)
		few = append(few, strconv.FormatBool(v.back)[:1], strconv.FormatBool(v.alone)[:1])
		member := ""
		if v.ofMember {
			member = strconv.FormatUint(v.member, 36)
		}
		return strings.Join([]string{
			compactVersion, strings.Join(few, ""), member, strconv.FormatInt(v.edge, 36), v.division,
		}, ":")
	}
	return strings.Join([]string{
		viewVersion, v.game, strings.Join(few, ":"), strconv.FormatInt(v.edge, 10), v.division,
	}, ":")
}

// parseView reads a button's state. It came from outside and may be anything.
func parseView(state string) (boardView, bool) {
	if version, rest, _ := strings.Cut(state, ":"); version == compactVersion {
		return parseCompact(rest)
	}
	parts := strings.SplitN(state, ":", 8)
	if len(parts) != 8 || parts[0] != viewVersion {
		return boardView{}, false
	}
	v, known := parseFew(parts[2:6])
	edge, err := strconv.ParseInt(parts[6], 10, 64)
	v.game, v.edge, v.division = parts[1], edge, parts[7]
	return v, known && err == nil && edge >= 0 && hasBoard(v.game)
}

func parseCompact(state string) (boardView, bool) {
	parts := strings.SplitN(state, ":", 4)
	if len(parts) != 4 || len(parts[0]) != 7 {
		return boardView{}, false
	}
	few := strings.Split(parts[0], "")
	if len(few) != 7 { // letters of several bytes
		return boardView{}, false
	}
	v, known := parseFew(few[1:5])
	var err error
	v.edge, err = strconv.ParseInt(parts[2], 36, 64)
	v.game = map[string]string{"c": "camicia", "b": "beggar", "s": "snap"}[few[0]]
	v.back, v.alone, v.division = few[5] == "t", few[6] == "t", parts[3]
	known = known && err == nil && v.edge >= 0 && hasBoard(v.game)
	if parts[1] == "" {
		return v, known
	}
	v.ofMember = true
	v.member, err = strconv.ParseUint(parts[1], 36, 63)
	return v, known && err == nil
}

// parseFew reads the letters of kind, measure, span and whether random deals are
// left out.
func parseFew(few []string) (boardView, bool) {
	kinds := map[string]store.Kind{"e": store.Ends, "l": store.Loops}
	measures := map[string]store.Measure{"c": store.ByPlays, "t": store.ByTakes}
	spans := map[string]store.Span{"a": store.AllTime, "m": store.Month, "w": store.Week}
	v := boardView{withoutRandom: few[3] == "t"}
	var knownKind, knownBy, knownSpan bool
	v.kind, knownKind = kinds[few[0]]
	v.by, knownBy = measures[few[1]]
	v.span, knownSpan = spans[few[2]]
	return v, knownKind && knownBy && knownSpan
}
