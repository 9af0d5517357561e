// Package hunt looks for the longest games of two hands: it finds long ones from nothing,
// and plays all deals of small decks.
//
// # Method
//
// A position at the start of a trick is a core position if each hand ends in a court card of
// debt v and exactly v number cards. At most one trick between core positions leads to it
// ([Back]), so walking back costs as little as playing on. The hunter walks at random over
// core positions with equal hands and plays each to its end. It follows those that last long
// back to the start of their path, and from near the start of the longest paths it looks for
// all ancestors ([Before]), depth first. The longest game that begins with equal hands is a
// find.
//
// [Ancestor] does the same from the tricks of one game, to find a longer one.
//
// How the lengths are distributed, and what was measured, is in docs/hunt.md.
//
// # Goals
//
//   - Most of the time goes into playing positions, which package lanes does.
//   - A hunt depends on its quest alone, and its place is a short text ([Hunter.State]).
//   - All decks that package lanes plays, if they have enough cards to walk in.
//
// # Non-goals
//
// Games that never end, and names of decks and units.
package hunt
