package table

// MaxBoards is the maximum number of boards of a scope that [BroughtBoards] selects.
const MaxBoards = 5000

// BroughtBoards selects the boards of what members brought, and not those of what searches
// found.
const BroughtBoards = `kind IN ('ends', 'loops')`
