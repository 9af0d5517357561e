package table

// EraseMatches deletes the matches of a server.
const EraseMatches = `DELETE FROM matches WHERE guild_id = $1`

// EraseSeats returns the statements that close a user's open matches and delete the user in
// all of them, in their order. Without COALESCE SQLite would read all open matches.
func EraseSeats() []string {
	return []string{
		`
UPDATE match_seats SET hand = '', request_id = '' WHERE match_id IN (SELECT s.match_id FROM match_seats AS s WHERE s.user_id = $1)
  AND EXISTS (SELECT 1 FROM matches AS m WHERE m.id = match_seats.match_id AND m.reason = '')`,
		`
UPDATE matches SET reason = 'erased' WHERE COALESCE(reason, '') = '' AND id IN (SELECT s.match_id FROM match_seats AS s WHERE s.user_id = $1)`,
		`UPDATE match_seats SET user_id = 0, user_name = '' WHERE user_id = $1`,
	}
}

// LeaveMatches returns the statements that close the open matches of a server that the bot
// left, in their order.
func LeaveMatches() []string {
	return []string{
		`UPDATE match_seats SET hand = '', request_id = '' WHERE match_id IN (SELECT m.id FROM matches AS m WHERE m.guild_id = $1 AND m.reason = '')`,
		`UPDATE matches SET reason = 'removed' WHERE guild_id = $1 AND reason = ''`,
	}
}
