package main

import (
	"context"
	"io"

	"nonna/bot/notices"
)

type licensesCmd struct{}

// Run prints the licenses of the program and of everything in it.
func (licensesCmd) Run(_ context.Context, p *program) error {
	_, err := io.WriteString(p.stdout, notices.Text)
	return err
}
