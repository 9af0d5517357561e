// Package table holds what the store and its repair must agree on about the tables:
// the form of values in columns, and how rows get their ids and boards.
package table
