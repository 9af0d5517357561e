// Package table holds what the packages of the store and its repair say alike about the tables: the
// form of scopes, periods, digests, texts and names in columns, which board a game is on, the rounds
// of a match as a value, and what a deletion does with matches and puzzles.
package table
