// Package metrics counts and times what the bot does, and serves the figures over HTTP
// to the person who runs it.
//
// # Goals
//
//   - All metrics are named here, in Prometheus's format.
//   - They hold nothing about users: no ids, no names, nothing typed.
//
// # Non-goals
//
//   - No measuring: other packages measure, and report here.
//   - No pages for people, and no TLS: the address is for this machine or a trusted
//     network.
package metrics
