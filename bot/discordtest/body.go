package discordtest

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// body is what a bot sends to be shown: a message, a dialog or suggestions.
type body struct {
	Message

	Attachments  []attachmentRef
	Poll         json.RawMessage
	StickerIDs   []string `json:"sticker_ids"`
	Nonce        looseID
	EnforceNonce bool `json:"enforce_nonce"`

	CustomID string `json:"custom_id"` // of a dialog
	Title    string
	Choices  []Choice

	// fields are those present: an edit leaves alone what it does not name.
	fields object
	files  []File
}

// attachmentRef names a file of the request by its number, or one that the
// message already has by its id.
type attachmentRef struct {
	ID                    looseID
	Filename, Description string
}

// looseID is an id that may come as a number too.
type looseID string

// UnmarshalJSON takes "5" and 5.
func (id *looseID) UnmarshalJSON(b []byte) error {
	*id = looseID(strings.Trim(string(b), `"`))
	return nil
}

// readBody reads what is to be shown, with its files.
func readBody(raw []byte, files []File) (b body, err error) {
	b.files = slices.Clone(files)
	if len(raw) == 0 {
		return b, nil
	}
	if err := json.Unmarshal(raw, &b); err != nil {
		return b, err
	}
	if err := json.Unmarshal(raw, &b.fields); err != nil {
		return b, err
	}
	for _, ref := range b.Attachments {
		for i := range b.files {
			if b.files[i].number != string(ref.ID) {
				continue
			}
			b.files[i].Description = ref.Description
			if ref.Filename != "" {
				b.files[i].Name = ref.Filename
			}
		}
	}
	return b, nil
}

func (b body) blank() bool {
	return b.Content == "" && len(b.Embeds) == 0 && len(b.files) == 0 && len(b.Components) == 0 &&
		len(b.StickerIDs) == 0 && len(b.Poll) == 0
}

// check reads the body as what its route takes, and refuses it for what is
// wrong with it by itself: what the specification says, then what it leaves out.
func (c *call) check() error {
	var f form
	checkSpec(c.rec.Route, c.rec.JSON, &f)
	if f != nil {
		return invalidForm(f)
	}
	var err error
	//nolint:exhaustive // the others take no body
	switch c.rec.Route {
	case RouteCallback:
		var first struct {
			Type int
			Data json.RawMessage
		}
		if err = json.Unmarshal(c.rec.JSON, &first); err == nil {
			c.kind = first.Type
			err = c.readShown("data", first.Data, &f)
		}
	case RouteFollowup, RouteOriginalEdit, RouteMessageCreate:
		c.kind = CallbackMessage
		err = c.readShown("", c.rec.JSON, &f)
	case RouteCommandsPut, RouteGuildCommandsPut:
		err = c.readCommands(&f)
	}
	switch {
	case err != nil:
		return invalidJSON(err)
	case f != nil:
		return invalidForm(f)
	}
	return nil
}

// readShown reads and checks what is to be shown, which lies at a path of the
// request.
func (c *call) readShown(at string, raw []byte, f *form) (err error) {
	if c.body, err = readBody(raw, c.rec.Files); err != nil {
		return err
	}
	switch b := c.body; c.kind {
	case CallbackModal:
		f.checkModal(at, b)
	case CallbackAutocomplete:
		f.checkSuggestions(at, b.Choices)
	case CallbackDeferred, CallbackDeferredUpdate:
		f.checkDeferred(at, b)
	default:
		f.checkMessage(at, b)
		c.forgiven.checkFileNames(at, b.files)
		mentions := b.fields["allowed_mentions"]
		if c.srv.opts.RequireNoMentions && !b.blank() && !reflect.DeepEqual(mentions, object{"parse": []any{}}) {
			c.forgiven.add(RuleMentions, at+".allowed_mentions", "%v is not {\"parse\":[]}", mentions)
		}
	}
	return nil
}
