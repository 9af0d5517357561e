package table

// The statements that delete cooldowns with the data of a user or a server.
const (
	EraseCooldowns = `DELETE FROM cooldowns WHERE user_id = $1`
	LeaveCooldowns = `DELETE FROM cooldowns WHERE guild_id = $1`
)
