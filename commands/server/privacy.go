package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// privacyName is the command with which users see, hide and delete what is stored about
// them.
const privacyName = "privacy"

// DeleteState is the button that deletes everything about a user.
type DeleteState struct {
	User uint64
}

// Letter implements [commands.State].
func (DeleteState) Letter() byte { return 'd' }

// privacy answers /privacy, always privately.
type privacy struct {
	commands.Localizer
	store *store.Store
}

// command returns /privacy.
func (v *privacy) command() commands.Command {
	return commands.Command{
		Name: privacyName, Kind: commands.Slash, NoCooldown: true,
		Subs: []commands.Command{
			{Name: "show", Run: v.show}, {Name: "hide", Run: v.hide}, {Name: "unhide", Run: v.unhide}, {Name: "delete", Run: v.askDelete},
		},
		Actions: []commands.Action{commands.On(v.invite), commands.OnConfirm(v.deleteUser), commands.OnCancel(v.Localizer)},
	}
}

// hide hides the user's name from others.
func (v *privacy) hide(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := v.Private(req)
	said := p.Say("privacy.hidden", words.Args{"command": p.Typed(privacyName + " unhide")})
	return p.Reply("", said), v.store.HideName(ctx, req.User.ID, true)
}

// unhide takes that back.
func (v *privacy) unhide(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := v.Private(req)
	return p.Reply("", p.Say("privacy.shown-again", nil)), v.store.HideName(ctx, req.User.ID, false)
}

// askDelete asks whether everything is to be deleted.
func (v *privacy) askDelete(_ context.Context, req commands.Request) (commands.Reply, error) {
	p := v.Private(req)
	reply := p.Reply(p.Say("privacy.sure", nil), p.Say("privacy.ask-delete", nil))
	reply.Rows = commands.ConfirmButtons(p, privacyName, DeleteState{req.User.ID}, p.Say("privacy.do-delete", nil))
	return reply, nil
}

// InviteState is the button that makes the user someone whom nobody may invite, or takes that
// back.
type InviteState struct{ Uninvite bool }

// Letter implements [commands.State].
func (InviteState) Letter() byte { return 'i' }

func inviteButton(p commands.Printer, uninvited bool) []commands.Row {
	id := "privacy.uninvite"
	if uninvited {
		id = "privacy.invite"
	}
	return []commands.Row{{Buttons: []commands.Button{{ID: commands.ID(privacyName, InviteState{!uninvited}), Label: p.Say(id, nil)}}}}
}

// invite answers the button, with the one that takes it back.
func (v *privacy) invite(ctx context.Context, req commands.Request, s InviteState) (commands.Reply, error) {
	p := v.Private(req)
	id := "privacy.invited-again"
	if s.Uninvite {
		id = "privacy.is-uninvited"
	}
	reply := p.Reply("", p.Say(id, nil))
	reply.Update, reply.Rows = true, inviteButton(p, s.Uninvite)
	return reply, v.store.Uninvite(ctx, req.User.ID, s.Uninvite)
}

// deleteUser deletes everything about the user.
func (v *privacy) deleteUser(ctx context.Context, req commands.Request, s DeleteState) (string, error) {
	if s.User != req.User.ID { // at the console, where members share messages
		return "", commands.ErrOldButton
	}
	n, err := v.store.ForgetUser(ctx, s.User, req.At)
	p := v.Private(req)
	if errors.Is(err, store.ErrUnfinished) {
		err = commands.Failure{Text: p.Say("privacy.unfinished", nil), Err: err}
	}
	return p.Say("privacy.deleted", words.Args{"games": p.Count("count.games", n)}), err
}

// show returns a file with everything that is stored about the user.
func (v *privacy) show(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := v.Private(req)
	data, err := v.store.UserData(ctx, req.User.ID)
	if err != nil {
		return commands.Reply{}, err
	}
	content, err := json.MarshalIndent(exported(data), "", "  ")
	if err != nil {
		return commands.Reply{}, fmt.Errorf("writing what is stored about a user: %w", err)
	}
	file := zipped(commands.File{Name: "nonna-about-me.json", Data: append(content, '\n')})
	text := p.Say("privacy.show", words.Args{"games": p.Count("count.games", int64(len(data.Games)))})
	if data.NameHidden {
		text += "\n" + p.Say("privacy.is-hidden", nil)
	}
	if data.Uninvited {
		text += "\n" + p.Say("privacy.is-uninvited", nil)
	}
	reply := p.Reply(p.Say("privacy.title", nil), text)
	reply.Files, reply.Rows = []commands.File{file}, inviteButton(p, data.Uninvited)
	return reply, nil
}

// zipFrom is the size above which a file is compressed.
const zipFrom = 1 << 20

// zipped returns a file, compressed if it is large.
func zipped(f commands.File) commands.File {
	if len(f.Data) <= zipFrom {
		return f
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, _ = w.Write(f.Data) // a buffer never fails
	_ = w.Close()
	f.Name, f.Data = f.Name+".gz", z.Bytes()
	return f
}

// export is the content of the file. Ids are strings, as in Discord's own files: many
// programs keep only 53 bits of a number.
type export struct {
	UserID     uint64         `json:"user_id,string"`
	NameHidden bool           `json:"name_hidden"`
	Uninvited  bool           `json:"wants_no_invitations"`
	Games      []exportedGame `json:"games"`
	Acts       []exportedAct  `json:"admin_acts"`

	Challenges []exportedChallenge `json:"challenges_opened"`
	Entered    []exportedEntry     `json:"challenges_entered"`
	Hunts      []exportedHunt      `json:"hunts"`
	Matches    []exportedSeat      `json:"matches"`
	Puzzles    []exportedPuzzle    `json:"daily_puzzles"`
}

// exportedSeat is a [store.Seat].
type exportedSeat struct {
	MatchID  int64     `json:"number"`
	GuildID  uint64    `json:"server_id,string"`
	Game     string    `json:"game"`
	Name     string    `json:"name_when_played,omitempty"`
	OpenedAt time.Time `json:"opened_at"`
	Hand     string    `json:"sealed_hand,omitempty"`
	Rounds   int64     `json:"rounds_won"`
	Won      bool      `json:"won"`
}

type exportedGame struct {
	Number      int64     `json:"number"`
	ServerID    uint64    `json:"server_id,string,omitempty"`
	Name        string    `json:"name_when_played"`
	PlayedAt    time.Time `json:"played_at"`
	Game        string    `json:"game"`
	Division    string    `json:"division"`
	Deal        string    `json:"deal"`
	Shuffled    bool      `json:"shuffled"`
	Private     bool      `json:"private"`
	Ending      string    `json:"ending"`
	Cards       int64     `json:"cards"`
	Tricks      int64     `json:"tricks"`
	CycleCards  int64     `json:"cycle_cards,omitempty"`
	CycleTricks int64     `json:"cycle_tricks,omitempty"`
	Standing    string    `json:"standing"`
}

type exportedAct struct {
	Action   string    `json:"action"`
	Name     string    `json:"name_when_done"`
	DoneAt   time.Time `json:"done_at"`
	Number   int64     `json:"game_number,omitempty"`
	Game     string    `json:"game,omitempty"`
	Division string    `json:"division,omitempty"`
	Board    string    `json:"board,omitempty"`
	By       string    `json:"by,omitempty"`
	Setting  string    `json:"setting,omitempty"`
	Value    string    `json:"value,omitempty"`
	Entries  int64     `json:"entries"`
}

type exportedChallenge struct {
	Number    int64     `json:"number"`
	ServerID  uint64    `json:"server_id,string"`
	ChannelID uint64    `json:"channel_id,string"`
	Name      string    `json:"name_when_opened"`
	OpenedAt  time.Time `json:"opened_at"`
	EndsAt    time.Time `json:"ends_at"`
	Game      string    `json:"game"`
	Division  string    `json:"division"`
	Board     string    `json:"board"`
	By        string    `json:"by"`
	Shuffled  bool      `json:"shuffled"`
}

type exportedHunt struct {
	Number      int64     `json:"number"`
	ServerID    uint64    `json:"server_id,string"`
	ChannelID   uint64    `json:"channel_id,string,omitempty"`
	MessageID   uint64    `json:"message_id,string,omitempty"`
	Name        string    `json:"name_when_started"`
	StartedAt   time.Time `json:"started_at"`
	Game        string    `json:"game"`
	Deck        string    `json:"deck"`
	By          string    `json:"by"`
	Seed        uint64    `json:"seed,string"`
	Tried       int64     `json:"positions_tried"`
	CoreSeconds float64   `json:"core_seconds"`
	Cards       int64     `json:"cards"`
	Tricks      int64     `json:"tricks"`
	Stopped     string    `json:"stopped,omitempty"`
}

// exportedPuzzle is a [store.PuzzleDay]. The tries are the numbers of choices from 1.
type exportedPuzzle struct {
	Day      string `json:"day"`
	ServerID uint64 `json:"server_id,string,omitempty"`
	Name     string `json:"name_when_tried"`
	Tries    []int  `json:"tries"`
	Points   int    `json:"points"`
	Star     bool   `json:"star"`
	Cards    int64  `json:"cards,omitempty"`
	Endless  bool   `json:"endless,omitempty"`
}

// exportedEntry is a [store.Entered].
type exportedEntry struct {
	GameID      int64 `json:"game_number"`
	ChallengeID int64 `json:"challenge_number"`
	Best        bool  `json:"best"`
}

func exported(d store.UserData) export {
	e := export{
		UserID: d.UserID, NameHidden: d.NameHidden, Uninvited: d.Uninvited,
		Games: make([]exportedGame, 0, len(d.Games)), Acts: make([]exportedAct, 0, len(d.Acts)),
		Challenges: make([]exportedChallenge, 0, len(d.Challenges)), Entered: make([]exportedEntry, 0, len(d.Entered)),
		Hunts: make([]exportedHunt, 0, len(d.Hunts)), Matches: make([]exportedSeat, 0, len(d.Seats)),
		Puzzles: make([]exportedPuzzle, 0, len(d.Puzzles)),
	}
	for _, g := range d.Games {
		e.Games = append(e.Games, exportedGame{
			Number: g.ID, ServerID: g.GuildID, Name: g.UserName, PlayedAt: g.PlayedAt.UTC(), Game: g.Game,
			Division: g.Division, Deal: g.Deal, Shuffled: g.Random, Private: g.Private, Ending: g.Ending, Cards: g.Plays, Tricks: g.Takes,
			CycleCards: g.CyclePlays, CycleTricks: g.CycleTakes, Standing: string(g.Standing),
		})
	}
	for _, a := range d.Acts {
		e.Acts = append(e.Acts, exportAct(a))
	}
	for _, c := range d.Challenges {
		e.Challenges = append(e.Challenges, exportedChallenge{
			Number: c.ID, ServerID: c.GuildID, ChannelID: c.ChannelID,
			Name: c.OpenerName, OpenedAt: c.OpenedAt.UTC(), EndsAt: c.EndsAt.UTC(), Game: c.Game, Division: c.Division,
			Board: string(c.Kind), By: measured(c.By), Shuffled: c.Random,
		})
	}
	for _, h := range d.Hunts {
		e.Hunts = append(e.Hunts, exportedHunt{
			Number: h.ID, ServerID: h.GuildID, ChannelID: h.ChannelID, MessageID: h.MessageID, Name: h.StarterName,
			StartedAt: h.StartedAt.UTC(), Game: h.Game, Deck: h.Deck, By: measured(h.By), Seed: h.Seed,
			Tried: h.Tried, CoreSeconds: h.Used.Seconds(), Cards: h.Plays, Tricks: h.Takes, Stopped: string(h.End),
		})
	}
	for _, s := range d.Seats {
		s.OpenedAt = s.OpenedAt.UTC()
		e.Matches = append(e.Matches, exportedSeat(s))
	}
	for _, z := range d.Puzzles {
		e.Puzzles = append(e.Puzzles, exportPuzzle(z))
	}
	for _, p := range d.Entered {
		e.Entered = append(e.Entered, exportedEntry(p))
	}
	return e
}

func exportPuzzle(z store.PuzzleDay) exportedPuzzle {
	p := exportedPuzzle{
		Day: time.Unix(game.Day(z.Day).Unix(), 0).UTC().Format(time.DateOnly), ServerID: z.GuildID, Name: z.Name,
		Points: z.Points, Star: z.Star, Cards: z.Plays, Endless: z.Endless,
	}
	for _, t := range z.Tries {
		p.Tries = append(p.Tries, t+1)
	}
	return p
}

func exportAct(a store.AuditLine) exportedAct {
	act := exportedAct{
		Action: string(a.Action), Name: a.ActorName, DoneAt: a.At.UTC(), Number: a.GameID, Game: a.Game,
		Division: a.Division, Board: string(a.Kind), Setting: a.Setting, Value: a.Value, Entries: a.Entries,
	}
	if a.By != 0 {
		act.By = measured(a.By)
	}
	return act
}

// measured returns a measure as the file names it.
func measured(by store.Measure) string {
	if by == store.ByTakes {
		return "tricks"
	}
	return "cards"
}
