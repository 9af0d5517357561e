// Package words holds all messages to users, in each language, and formats them.
//
// # Goals
//
//   - Files that translators can edit without knowing Go: one a language and
//     topic, such as it/games.toml, or game, such as it/snap.toml. A message is
//     a line, or a table with one line for each plural form of its language.
//     Places are names in braces, "after {cards}", in any order; one that begins
//     a sentence has a capital letter, "{Who} wins".
//   - One printer for all messages of the engine, which are values of game.Phrase: in
//     markdown, or plain for terminals.
//   - Numbers, plurals and lists as the language writes them: 8,344 cards in
//     English, 8.344 carte in Italian.
//   - English replaces missing translations; tests check that none is missing.
//
// # Non-goals
//
// Package commands decides which language a user gets.
// Traces are English in every language: programs read them too.
//
// # Adding a game
//
// Add a file of its name to each folder, with its name, the page of its rules
// (help), the label of the button to its next take (next), what its verdicts and
// moves say, its command and options below spec, and its units: the words of a
// [game.Unit] are below its id. Tests bring the words of games of their own to [Load].
//
// # Adding a language
//
// Add a folder named by its tag with the files of en, and the tag to
// [Languages]. The tests name what is missing, what nothing uses, and every
// place that differs.
package words
