package main

import (
	"bytes"
	"context"
	"maps"
	"os"
	"os/exec"
	"strings"

	"github.com/joho/godotenv"
)

// serviceUnit is the service that deploy installs.
const serviceUnit = "nonna.service"

// takeService has what is set nowhere else be as it is for the service on this
// machine: for subcommands that look after it.
func (p *program) takeService(ctx context.Context) (err error) {
	p.config, p.sources, err = loadConfig(p.environ, p.flags, serviceSettings(ctx))
	return err
}

// serviceSettings are the variables of the service, none where there is no service,
// and without what the caller may not read. Systemd takes files of variables after
// those of the unit.
func serviceSettings(ctx context.Context) map[string]string {
	show := func(property string) []string {
		out, err := exec.CommandContext(ctx, "systemctl", "show", "--value", "--property="+property, serviceUnit).Output()
		if err != nil {
			return nil // no systemd, no service
		}
		return strings.Fields(string(bytes.TrimSpace(out)))
	}
	unit := show("Environment")
	if unit == nil {
		return nil
	}
	vars := map[string]string{}
	if token, err := os.ReadFile("/etc/credstore/" + tokenCredential); err == nil {
		vars["DISCORD_TOKEN"] = string(token)
	}
	for _, variable := range unit {
		if name, value, ok := strings.Cut(variable, "="); ok {
			vars[name] = value
		}
	}
	for _, file := range show("EnvironmentFiles") { // NAME (ignore_errors=no)
		if set, err := godotenv.Read(file); err == nil {
			maps.Copy(vars, set)
		}
	}
	return vars
}

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
	where, set := p.sources["NONNA_DB"]
	if !set {
		return database{path: p.config.DB, why: "the default"}
	}
	return database{p.config.DB, "set " + where, where != "in "+serviceUnit}
}
