package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
	"nonna/store/match"
)

// privacyName is the command with which users see, hide and delete what is stored about them.
const privacyName = "privacy"

// The controls of /privacy.
const (
	deleteControl commands.Control[DeleteState]       = "delete"
	blockControl  commands.Control[BlockInvitesState] = "block-invites"
)

// DeleteState is the button that deletes everything about a user.
type DeleteState struct{ User uint64 }

// privacy answers /privacy, always privately.
type privacy struct {
	commands.Localizer
	store   *store.Store
	matches *match.Matches
}

// command returns /privacy.
func (v *privacy) command() commands.Command {
	return commands.Command{
		Name: privacyName, Kind: commands.Slash, NoCooldown: true,
		Subs: []commands.Command{
			{Name: "show", Run: v.show}, {Name: "hide", Run: v.hide}, {Name: "unhide", Run: v.unhide}, {Name: "delete", Run: v.askDelete},
		},
		Actions: []commands.Action{commands.On(blockControl, v.blockInvites), commands.On(deleteControl, v.deleteUser)},
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
	reply.Rows = commands.Buttons(p.Button(deleteControl.ID(privacyName, DeleteState{req.User.ID}), "privacy.do-delete").As(commands.Danger))
	return reply, nil
}

// BlockInvitesState is the button that turns invitations to the user off or on.
type BlockInvitesState struct{ Block bool }

func blockButton(p commands.Printer, blocked bool) []commands.Row {
	id := "privacy.uninvite"
	if blocked {
		id = "privacy.invite"
	}
	return commands.Buttons(p.Button(blockControl.ID(privacyName, BlockInvitesState{!blocked}), id))
}

// blockInvites answers the button, with the one that takes it back.
func (v *privacy) blockInvites(ctx context.Context, req commands.Request, s BlockInvitesState) (commands.Reply, error) {
	p := v.Private(req)
	id := "privacy.invited-again"
	if s.Block {
		id = "privacy.is-uninvited"
	}
	reply := p.Reply("", p.Say(id, nil))
	reply.Update, reply.Rows = true, blockButton(p, s.Block)
	return reply, v.store.Uninvite(ctx, req.User.ID, s.Block)
}

// deleteUser deletes everything about the user.
func (v *privacy) deleteUser(ctx context.Context, req commands.Request, s DeleteState) (commands.Reply, error) {
	if s.User != req.User.ID { // at the console, where members share messages
		return commands.Reply{}, commands.ErrOldButton
	}
	duels, err := v.matches.Own(ctx, s.User)
	if err != nil {
		return commands.Reply{}, err
	}
	n, err := v.store.ForgetUser(ctx, s.User, req.At)
	p := v.Private(req)
	deleted := []string{p.Count("count.games", n)}
	if duels.Seats > 0 {
		deleted = append(deleted, p.Count("privacy.duels", duels.Seats))
	}
	reply := p.Reply("", p.Say("privacy.deleted", words.Args{"what": p.List(deleted)}))
	reply.Update = true
	return reply, err
}

// show returns a file with everything that is stored about the user.
func (v *privacy) show(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := v.Private(req)
	data, err := v.store.UserData(ctx, req.User.ID)
	if err != nil {
		return commands.Reply{}, err
	}
	content, err := json.MarshalIndent(data, "", "  ")
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
	reply.Files, reply.Rows = []commands.File{file}, blockButton(p, data.Uninvited)
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
