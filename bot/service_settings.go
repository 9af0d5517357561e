package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/joho/godotenv"
)

// serviceUnit is the service that deploy installs.
const serviceUnit = "nonna.service"

// serviceSettings are the variables of the service, none where there is no service,
// and which of them the caller may not read. Systemd takes files of variables after
// those of the unit.
func serviceSettings(ctx context.Context) (vars map[string]string, unreadable error) {
	show := func(property string) []string {
		out, err := exec.CommandContext(ctx, "systemctl", "show", "--value", "--property="+property, serviceUnit).Output()
		if err != nil {
			return nil // no systemd, no service
		}
		return strings.Fields(string(bytes.TrimSpace(out)))
	}
	unit := show("Environment")
	if len(unit) == 0 { // also where systemd knows no such unit; that of deploy has some
		return nil, nil
	}
	vars = map[string]string{}
	read := func(file string, take func(text []byte)) {
		text, err := os.ReadFile(file)
		if err == nil {
			take(text)
		} else if errors.Is(err, fs.ErrPermission) {
			unreadable = errors.Join(unreadable, fmt.Errorf("%s of %s cannot be read: ask again as root (with sudo)", file, serviceUnit))
		}
	}
	read("/etc/credstore/"+tokenCredential, func(text []byte) { vars["DISCORD_TOKEN"] = string(text) })
	for _, variable := range unit {
		if name, value, ok := strings.Cut(variable, "="); ok {
			vars[name] = value
		}
	}
	for _, file := range show("EnvironmentFiles") { // NAME (ignore_errors=no)
		read(file, func(text []byte) {
			if set, err := godotenv.UnmarshalBytes(text); err == nil {
				maps.Copy(vars, set)
			}
		})
	}
	if in := show("WorkingDirectory"); len(in) > 0 && vars[variableDB] != "" && !filepath.IsAbs(vars[variableDB]) {
		vars[variableDB] = filepath.Join(in[0], vars[variableDB])
	}
	return vars, unreadable
}

// variableDB is the setting that names the database.
const variableDB = "NONNA_DB"

// database is the one that a subcommand takes.
type database struct {
	path string
	// why it is this one.
	why string
	// named says that whoever gave the command named it.
	named bool
}

// String names it with why it is this one.
func (d database) String() string { return d.path + " (" + d.why + ")" }

// database returns the one that is set, or the default.
func (p *program) database() database {
	where, set := p.sources[variableDB]
	if !set {
		return database{path: p.config.DB, why: "the default"}
	}
	return database{p.config.DB, "set " + where, where != "in "+serviceUnit}
}
