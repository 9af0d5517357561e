package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"nonna/bot/interactions"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks the program to end; the second kills it.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], process{
		environ: os.Environ(), stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
	}))
}

// process is what the program gets from the system, or from a test.
type process struct {
	environ        []string
	stdin          io.Reader
	stdout, stderr io.Writer
	// discord changes how the bot reaches Discord, for tests; nil changes nothing.
	discord func(*interactions.Config)
}
