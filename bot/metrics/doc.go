// Package metrics counts and times what the bot does, and shows it to whoever runs
// it, over HTTP.
//
// # Goals
//
//   - One place names every figure, in the form of Prometheus.
//   - It holds nothing of users: no ids, no names, nothing typed.
//
// # Non-goals
//
//   - It asks nobody by itself: who knows something calls it.
//   - No pages for people, and no TLS: the address is for this machine, or for a
//     network that is trusted.
package metrics
