package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"text/tabwriter"
)

type configCmd struct{}

// Run prints every setting as it holds, for the service where this machine has it,
// with where it is set. The token does not show itself.
func (configCmd) Run(_ context.Context, p *program) error {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 3, ' ', 0)
	for field, value := range reflect.ValueOf(p.config).Fields() {
		name, where := field.Tag.Get("env"), "the default"
		if set, ok := p.sources[name]; ok {
			where = "set " + set
		}
		fmt.Fprintf(table, "%s=%v\t%s\n", name, value, where)
	}
	return errors.Join(table.Flush(), p.unreadable)
}
