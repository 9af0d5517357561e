// Package table holds what the packages of the store and its repair say alike about the tables: the
// form of scopes, periods, digests, texts and names in columns, which board a game is on, and the
// rounds of a match as a value.
package table

// MaxBoards is the maximum number of boards of a scope that [BroughtBoards] selects.
const MaxBoards = 5000

// BroughtBoards selects the boards of what members brought, and not those of what searches
// found.
const BroughtBoards = `kind IN ('ends', 'loops')`

// Lengths selects the rows of the table lengths in which the shown games count that a condition
// on games AS g selects, to be added behind it: a game counts once in each order for each width.
// "IS TRUE" keeps SQLite from counting all games through an index of the shown ones: reading the
// table in its own order is many times faster.
const Lengths = `
SELECT g.board_id, orders.list, CASE orders.list % 3 WHEN 0 THEN 0 WHEN 1 THEN g.month ELSE g.week END AS period, widths.width,
  CASE WHEN orders.list < 3 THEN g.plays - g.plays % widths.width ELSE g.takes - g.takes % widths.width END AS length
FROM games AS g CROSS JOIN (SELECT 1 AS width UNION ALL SELECT 64) AS widths CROSS JOIN (
  SELECT 0 AS list UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5) AS orders
WHERE g.shown IS TRUE`
