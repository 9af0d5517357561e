package table

// The statements that delete puzzles with the data of a user or a server.
const (
	// ErasePuzzles deletes what a user tried.
	ErasePuzzles = `DELETE FROM puzzle_days WHERE user_id = $1`
	// LeavePuzzles takes what members tried off the tables of a server. It stays theirs.
	LeavePuzzles = `UPDATE puzzle_days SET guild_id = 0 WHERE guild_id = $1`
	// ErasePosts deletes what was posted on a server.
	ErasePosts = `DELETE FROM posts WHERE guild_id = $1`
)
