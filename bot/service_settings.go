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
)

// serviceUnit is the unit that deploy installs.
const serviceUnit = "nonna.service"

// serviceSettings returns the variables of the installed service, or nil, and its token
// only if that is wanted; unreadable names the files of them that the user may not read, and the lines
// that cannot be read. As in systemd, a file of variables overrides the unit's own.
func serviceSettings(ctx context.Context, withToken bool) (vars map[string]string, unreadable error) {
	unit := showUnit(ctx, "Environment")
	if len(unit) == 0 { // there is no such unit: that of deploy has some
		return nil, nil
	}
	vars = map[string]string{}
	read := func(file string, take func(text []byte)) {
		text, err := os.ReadFile(file)
		if err == nil {
			take(text)
		} else if errors.Is(err, fs.ErrPermission) {
			unreadable = errors.Join(unreadable, fmt.Errorf("%s of %s cannot be read: run this again as root (with sudo)", file, serviceUnit))
		}
	}
	if withToken {
		read("/etc/credstore/"+tokenCredential, func(text []byte) { vars["DISCORD_TOKEN"] = string(text) })
	}
	for _, variable := range unit {
		if name, value, ok := strings.Cut(variable, "="); ok {
			vars[name] = value
		}
	}
	for _, file := range showUnit(ctx, "EnvironmentFiles") { // NAME (ignore_errors=no)
		read(file, func(text []byte) {
			set, err := parseEnv(file, text)
			maps.Copy(vars, set)
			unreadable = errors.Join(unreadable, err)
		})
	}
	if in := showUnit(ctx, "WorkingDirectory"); len(in) > 0 && vars[variableDB] != "" && !filepath.IsAbs(vars[variableDB]) && !location(vars[variableDB]).onServer() {
		vars[variableDB] = filepath.Join(in[0], vars[variableDB])
	}
	return vars, unreadable
}

// showUnit returns the words of a property of the installed service, or nil.
func showUnit(ctx context.Context, property string) []string {
	out, err := exec.CommandContext(ctx, "systemctl", "show", "--value", "--property="+property, serviceUnit).Output()
	if err != nil {
		return nil // without systemd there is no service
	}
	return strings.Fields(string(bytes.TrimSpace(out)))
}

// variableDB is the setting that names the database.
const variableDB = "NONNA_DB"

// database is the database that a subcommand works on.
type database struct {
	location
	// why says where the path was set.
	why string
	// named reports whether the user named it, rather than the service or the default.
	named bool
}

// String returns the path, or the URL without its password, and where it was set.
func (d database) String() string { return d.location.String() + " (" + d.why + ")" }

// database returns the database that is set, or the default.
func (p *program) database() database {
	where, set := p.sources[variableDB]
	if !set {
		return database{location: p.settings.DB, why: "the default"}
	}
	return database{p.settings.DB, "set " + where, where != "in "+serviceUnit}
}
