package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	// For a machine without roots of trust: an image that holds nothing but the
	// program has none.
	_ "golang.org/x/crypto/x509roots/fallback"

	"nonna/bot/gateway"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks the program to end, the second ends it.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], process{
		environ: os.Environ(), stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
	}))
}

// process is what the program is given where it is started.
type process struct {
	environ        []string
	stdin          io.Reader
	stdout, stderr io.Writer
	// discord changes how Discord is reached, nil for not at all: a test leads
	// the bot to a Discord of its own.
	discord func(*gateway.Config)
}
