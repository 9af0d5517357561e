// Package table holds what the packages of the store and its repair say alike about the tables: the
// form of scopes, periods, digests, texts and names in columns, which board a game is on, and the
// rounds of a match as a value.
package table
