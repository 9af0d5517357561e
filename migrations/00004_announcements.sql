-- Records to be announced in the channel that a server chose.

-- +goose Up

-- A game stands here from the moment it beat a record until that was announced,
-- or cannot be any more. It is written together with the game, so that a restart
-- takes it up; with the game it goes.
CREATE TABLE announcements (
    game_id BIGINT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
);

-- +goose Down
DROP TABLE announcements;
