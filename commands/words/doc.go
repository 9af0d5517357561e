// Package words holds everything that is said to users, in each language, and
// says it.
//
// # Goals
//
//   - Files that translators can edit without knowing Go: one a language and
//     topic, such as it/games.toml. A message is a line, or a table with one
//     line for each plural form of its language. Places are names in braces,
//     "{who} wins", in any order.
//   - Numbers, plurals and lists as the language writes them: 8,344 cards in
//     English, 8.344 carte in Italian.
//   - English where a translation is missing; the tests see to it that none is.
//
// # Non-goals
//
// Deciding who is spoken to in which language is the work of package commands.
// Traces are English in every language: programs read them too.
//
// # Adding a language
//
// Add a folder named by its tag with the files of en, and the tag to
// [Languages]. The tests name what is missing, what nothing uses, and every
// place that differs.
package words
