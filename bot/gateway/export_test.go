package gateway

import "nonna/commands"

// SpecsForTest is a set of commands that uses everything a spec can say.
func SpecsForTest() []commands.Spec { return specs() }
