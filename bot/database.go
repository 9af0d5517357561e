package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"

	"github.com/joho/godotenv"
)

// database is the one that a subcommand takes.
type database struct {
	path string
	// why it is this one.
	why string
	// named says that it is set, not found.
	named bool
}

// String names it with why it is this one.
func (d database) String() string { return d.path + " (" + d.why + ")" }

// variableDB is the setting that names the database.
const variableDB = "NONNA_DB"

// database is the one that is set; where none is, the one in this folder, or
// the service's where there is none in this folder.
func (p *program) database(ctx context.Context) database {
	if where, ok := p.sources[variableDB]; ok {
		return database{p.config.DB, "set " + where, true}
	}
	if _, err := os.Stat(p.config.DB); err != nil {
		if path := serviceDB(ctx); path != "" {
			return database{path, "of " + serviceUnit, false}
		}
	}
	return database{p.config.DB, "the default", false}
}

// serviceUnit is the service that deploy installs.
const serviceUnit = "nonna.service"

// serviceDB is the database of the service on this machine, "" where there is
// none. Systemd takes the files of variables after the variables of the unit.
func serviceDB(ctx context.Context) string {
	show := func(property string) []string {
		out, err := exec.CommandContext(ctx, "systemctl", "show", "--value", "--property="+property, serviceUnit).Output()
		if err != nil {
			return nil // no systemd, no service
		}
		return strings.Fields(string(bytes.TrimSpace(out)))
	}
	path := ""
	for _, variable := range show("Environment") {
		if value, ok := strings.CutPrefix(variable, variableDB+"="); ok {
			path = value
		}
	}
	for _, file := range show("EnvironmentFiles") { // NAME (ignore_errors=no)
		if vars, err := godotenv.Read(file); err == nil && vars[variableDB] != "" {
			path = vars[variableDB]
		}
	}
	return path
}
