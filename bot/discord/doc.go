// Package discord speaks to Discord for one bot: sessions with the gateway, and
// calls of the REST API. It knows no commands; package gateway does.
package discord
