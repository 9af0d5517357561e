-- Record challenges of servers, and who may open them; all that is decided on a
-- server in one audit list.

-- +goose Up

-- A challenge asks for the longest game of a division that is new to the
-- server's board. Of the games recorded after it was opened, those count that
-- were played before its end.
CREATE TABLE challenges (
    id          BIGINT PRIMARY KEY,
    -- The request that opened it: what makes a replay of it harmless.
    request_id  TEXT NOT NULL UNIQUE,
    guild_id    BIGINT NOT NULL,
    -- Where it was opened.
    channel_id  BIGINT NOT NULL,
    game        TEXT NOT NULL,
    division    TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('ends', 'loops')),
    -- Whether tricks count; cards if not.
    by_tricks   BOOLEAN NOT NULL,
    -- Whether shuffled deals take part.
    random      BOOLEAN NOT NULL,
    -- 0 and '' for somebody who had their data deleted.
    opener_id   BIGINT NOT NULL,
    opener_name TEXT NOT NULL,
    opened_at   BIGINT NOT NULL,
    ends_at     BIGINT NOT NULL CHECK (ends_at >= opened_at),
    -- The last game before it was opened, and the last one that can count: NULL
    -- while games are waited for that were asked for before the end.
    after_game  BIGINT NOT NULL,
    last_game   BIGINT,
    -- Whether the result was announced, or cannot be any more.
    announced   BOOLEAN NOT NULL,
    CHECK (last_game IS NOT NULL OR NOT announced)
);
CREATE INDEX challenges_running ON challenges (guild_id, game, division, id) WHERE last_game IS NULL;
CREATE INDEX challenges_due ON challenges (ends_at) WHERE last_game IS NULL;
CREATE INDEX challenges_results ON challenges (id) WHERE last_game IS NOT NULL AND NOT announced;
CREATE INDEX challenges_guild ON challenges (guild_id, ends_at, id);
CREATE INDEX challenges_opener ON challenges (opener_id, id);
INSERT INTO counters (name, value) VALUES ('challenges', 0);

-- The games that count in a challenge, hidden ones too.
CREATE TABLE challenge_games (
    challenge_id BIGINT NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
    game_id      BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id      BIGINT NOT NULL,
    -- The negated count, as in games.
    minus_count  BIGINT NOT NULL,
    -- Whether it is its player's best of those that are shown: the standings.
    best         BOOLEAN NOT NULL,
    -- What the player was told, for telling it again: whether the game became
    -- their best; their place, out of how many; and the game before it, or their
    -- better one. It may be deleted since, so it is no foreign key.
    was_best     BOOLEAN NOT NULL,
    rank         BIGINT NOT NULL,
    places       BIGINT NOT NULL,
    ahead        BIGINT,
    PRIMARY KEY (challenge_id, game_id)
);
CREATE UNIQUE INDEX challenge_games_best ON challenge_games (challenge_id, user_id) WHERE best;
-- With the last column places are counted without reading rows.
CREATE INDEX challenge_games_standings ON challenge_games (challenge_id, minus_count, game_id, best) WHERE best;
CREATE INDEX challenge_games_user ON challenge_games (challenge_id, user_id, minus_count, game_id);
CREATE INDEX challenge_games_game ON challenge_games (game_id, challenge_id);

-- Whether members who may not manage the server open challenges too.
ALTER TABLE settings ADD COLUMN member_challenges BOOLEAN NOT NULL DEFAULT FALSE;

DROP INDEX audit_scope;
DROP INDEX audit_actor;
ALTER TABLE audit RENAME TO audit_before;
-- What was decided, for the others to see.
CREATE TABLE audit (
    id         BIGINT PRIMARY KEY,
    -- The request that asked for it: what makes a replay of it harmless.
    request_id TEXT NOT NULL,
    -- Whose boards, as in boards.scope.
    scope      BIGINT NOT NULL,
    action     TEXT NOT NULL CHECK (action IN ('hide', 'restore', 'reset', 'set', 'open', 'end')),
    -- How many entries it took off a board or put back.
    entries    BIGINT NOT NULL,
    actor_id   BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    -- The entry it was done to; NULL for what is not about one.
    game_id    BIGINT,
    -- The board, and for a challenge whether tricks count; '' for a setting.
    game       TEXT NOT NULL,
    division   TEXT NOT NULL,
    kind       TEXT NOT NULL,
    by_tricks  BOOLEAN NOT NULL,
    -- The setting, and what was chosen: an id, a language, a number, true or
    -- false; '' for what is not about one. A request may change several.
    setting    TEXT NOT NULL,
    value      TEXT NOT NULL,
    done_at    BIGINT NOT NULL,
    UNIQUE (request_id, setting)
);
INSERT INTO audit (id, request_id, scope, action, entries, actor_id, actor_name, game_id, game, division, kind,
    by_tricks, setting, value, done_at)
  SELECT id, request_id, scope, action, entries, actor_id, actor_name, game_id, game, division, kind,
    FALSE, '', '', done_at FROM audit_before;
DROP TABLE audit_before;
CREATE INDEX audit_scope ON audit (scope, id);
CREATE INDEX audit_actor ON audit (actor_id, id);

-- +goose Down
DROP INDEX audit_scope;
DROP INDEX audit_actor;
ALTER TABLE audit RENAME TO audit_after;
CREATE TABLE audit (
    id         BIGINT PRIMARY KEY,
    -- The request that asked for it: what makes a replay of it harmless.
    request_id TEXT NOT NULL UNIQUE,
    -- Whose boards, as in boards.scope.
    scope      BIGINT NOT NULL,
    action     TEXT NOT NULL CHECK (action IN ('hide', 'restore', 'reset')),
    -- How many entries it took off a board or put back.
    entries    BIGINT NOT NULL,
    actor_id   BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    -- The entry it was done to; NULL for a reset.
    game_id    BIGINT,
    game       TEXT NOT NULL,
    division   TEXT NOT NULL,
    kind       TEXT NOT NULL,
    done_at    BIGINT NOT NULL
);
INSERT INTO audit (id, request_id, scope, action, entries, actor_id, actor_name, game_id, game, division, kind, done_at)
  SELECT id, request_id, scope, action, entries, actor_id, actor_name, game_id, game, division, kind, done_at
  FROM audit_after WHERE action IN ('hide', 'restore', 'reset');
DROP TABLE audit_after;
CREATE INDEX audit_scope ON audit (scope, id);
CREATE INDEX audit_actor ON audit (actor_id, id);
ALTER TABLE settings DROP COLUMN member_challenges;
DROP TABLE challenge_games;
DROP TABLE challenges;
DELETE FROM counters WHERE name = 'challenges';
