package interactions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"

	"nonna/commands"
	"nonna/commands/words"
)

// errTooBig is a file over [commands.MaxAttachment].
var errTooBig = errors.New("the file is too large")

// isCDN reports whether a host serves Discord's attachments. Only such hosts are called:
// an address in an event must not make the bot call anything else.
func isCDN(host string) bool {
	return host == "cdn.discordapp.com" || host == "media.discordapp.net"
}

// noRedirect refuses redirects, which no attachment needs.
func noRedirect(*http.Request, []*http.Request) error { return errors.New("the address redirects") }

// attach fetches the files of an admitted request, and adds them to its options.
func (b *Bot) attach(ctx context.Context, req *commands.Request, files map[string]*postedFile) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	for option, f := range files {
		file, err := b.fetch(ctx, f)
		if err != nil {
			return b.fileMistake(*req, file.Name, err)
		}
		req.Options[option] = file
	}
	return nil
}

// fetch reads a whole file of at most [commands.MaxAttachment] bytes. It checks the size
// that Discord names first, and counts the bytes that really come.
func (b *Bot) fetch(ctx context.Context, a *postedFile) (commands.Attachment, error) {
	if a == nil {
		return commands.Attachment{}, errors.New("the file was not sent along")
	}
	file := commands.Attachment{Name: a.Filename}
	if a.Size > commands.MaxAttachment {
		return file, errTooBig
	}
	u, err := url.Parse(a.URL)
	if err != nil || u.Scheme != "https" || u.User != nil || !isCDN(u.Host) {
		return file, errors.New("the file's address is not of Discord's file servers")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, http.NoBody)
	if err != nil {
		return file, fmt.Errorf("asking for the file: %w", err)
	}
	res, err := b.files.Do(req)
	if err != nil {
		if network, ok := errors.AsType[*url.Error](err); ok {
			err = network.Err // without the address
		}
		return file, fmt.Errorf("fetching a file: %w", err)
	}
	defer res.Body.Close() //nolint:errcheck // only read from
	if res.StatusCode != http.StatusOK {
		return file, fmt.Errorf("the file server answered %s", res.Status)
	}
	file.Data, err = io.ReadAll(io.LimitReader(res.Body, commands.MaxAttachment+1))
	if err != nil {
		return file, fmt.Errorf("reading the file: %w", err)
	}
	if len(file.Data) > commands.MaxAttachment {
		return file, errTooBig
	}
	return file, nil
}

// fileMistake returns a mistake that tells the user why a file was not read.
func (b *Bot) fileMistake(req commands.Request, name string, err error) error {
	args := words.Args{"name": "`" + commands.FileName(name) + "`", "limit": fmt.Sprintf("%d KiB", commands.MaxAttachment>>10)}
	if errors.Is(err, errTooBig) {
		return commands.Mistake(b.cfg.Router.Say(req, "adapter.file-too-big", args))
	}
	b.log.Warn("an attached file could not be fetched", slog.Any("err", err), slog.String("request", req.ID))
	return commands.Mistake(b.cfg.Router.Say(req, "adapter.file-unreadable", args))
}
