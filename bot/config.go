package main

import (
	"context"
	"fmt"
	"reflect"
	"text/tabwriter"
)

type configCmd struct{}

// Run prints every setting and where it is set, including the settings of the installed
// service. The token is not shown.
func (configCmd) Run(_ context.Context, p *program) error {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 3, ' ', 0)
	for field, value := range reflect.ValueOf(p.settings).Fields() {
		name, where := field.Tag.Get("setting"), "the default"
		if set, ok := p.sources[name]; ok {
			where = "set " + set
		}
		fmt.Fprintf(table, "%s=%v\t%s\n", name, value, where)
	}
	return table.Flush()
}
