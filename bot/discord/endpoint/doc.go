// Package endpoint takes the interactions that Discord posts over HTTP.
//
// # Goals
//
//   - It takes only what Discord signed lately, by Discord's own clock, and nothing while
//     Discord cannot be answered, so that a proxy before it asks another process.
//
// # Non-goals
//
//   - No TLS and no limits of clients: both are for the proxy.
package endpoint
