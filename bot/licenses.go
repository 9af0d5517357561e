package main

import (
	"context"
	"io"

	"nonna/bot/notices"
)

type licensesCmd struct{}

// Run prints the licenses of the program and of all that it is made of.
func (licensesCmd) Run(_ context.Context, p *program) error {
	_, err := io.WriteString(p.stdout, notices.Text)
	return ignoreBrokenPipe(err)
}
