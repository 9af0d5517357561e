-- What the admins of a server chose.

-- +goose Up

-- A server has a row here once somebody chose anything for it. In each column
-- 0, '' and FALSE stand for what holds where nobody did.
CREATE TABLE settings (
    guild_id         BIGINT PRIMARY KEY,
    -- The channel that new records are announced in.
    announce_channel BIGINT NOT NULL,
    -- The language of replies that all can see, as Discord names it; '' for
    -- that of whoever asks.
    language         TEXT NOT NULL,
    -- Whether answers are for the asker alone unless they say otherwise.
    private          BOOLEAN NOT NULL,
    -- Whether shuffled deals are kept off the boards.
    without_random   BOOLEAN NOT NULL,
    -- The least time between two commands of one member, in milliseconds.
    cooldown         BIGINT NOT NULL CHECK (cooldown >= 0)
);

-- +goose Down
DROP TABLE settings;
