-- All tables. But for the two words at lengths, the text runs unchanged on SQLite and
-- on PostgreSQL: ids are BIGINT because Discord's are 64-bit, times are unix
-- milliseconds.

-- +goose Up

-- Ids are handed out from here and never again: an id that a button in an old
-- message names must not come to mean another game after a deletion.
CREATE TABLE counters (
    name  TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('boards', 0), ('games', 0), ('challenges', 0), ('audit', 0);

-- A board is where the games of one division compete, on one server or in one
-- user's own list. A reset retires the board; the next game opens a new one,
-- and deals count afresh.
CREATE TABLE boards (
    id         BIGINT PRIMARY KEY,
    -- The server's id; or minus the user's id for a user's own list.
    scope      BIGINT NOT NULL,
    game       TEXT NOT NULL,
    division   TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('ends', 'loops')),
    retired_at BIGINT,
    -- The division and its names in all languages, in lower case: what a user may
    -- type to find it.
    names      TEXT NOT NULL DEFAULT '',
    -- The negated number of games that are shown, the id of the latest of them, and
    -- both without random deals: lists of boards are read in the order of an index.
    minus_n       BIGINT NOT NULL DEFAULT 0,
    minus_n_typed BIGINT NOT NULL DEFAULT 0,
    latest        BIGINT NOT NULL DEFAULT 0,
    latest_typed  BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX boards_open ON boards (scope, game, division, kind) WHERE retired_at IS NULL;
CREATE INDEX boards_scope ON boards (scope);
-- The fullest boards of a scope, and those of one game that were played last. All
-- columns that are searched are in the index, so that no row is read in vain.
CREATE INDEX boards_fullest ON boards (scope, minus_n, id, game, kind) WHERE retired_at IS NULL AND minus_n < 0;
CREATE INDEX boards_fullest_typed ON boards (scope, minus_n_typed, id, game, kind)
    WHERE retired_at IS NULL AND minus_n_typed < 0;
CREATE INDEX boards_latest ON boards (scope, game, latest, kind, names) WHERE retired_at IS NULL AND latest > 0;
CREATE INDEX boards_latest_typed ON boards (scope, game, latest_typed, kind, names)
    WHERE retired_at IS NULL AND latest_typed > 0;

CREATE TABLE games (
    id           BIGINT PRIMARY KEY,
    -- The request this game answers: what makes a replay of it harmless.
    request_id   TEXT NOT NULL UNIQUE,
    scope        BIGINT NOT NULL,
    user_id      BIGINT NOT NULL,
    -- The board it is on, or would be if it were not hidden.
    board_id     BIGINT REFERENCES boards (id),
    shown        BOOLEAN NOT NULL,
    random       BOOLEAN NOT NULL,
    -- Whether its player asked for the answer to be theirs alone: it is not
    -- announced.
    private      BOOLEAN NOT NULL,
    plays        BIGINT NOT NULL CHECK (plays >= 0),
    takes        BIGINT NOT NULL CHECK (takes >= 0),
    -- Boards list the longest first and the earlier of equals first. With the
    -- negated counts both directions are ascending, so that one comparison of
    -- rows, (minus_plays, id) < (…, …), finds a position through an index.
    minus_plays  BIGINT NOT NULL GENERATED ALWAYS AS (-plays) STORED,
    minus_takes  BIGINT NOT NULL GENERATED ALWAYS AS (-takes) STORED,
    -- When it was played: the month as yyyymm and the ISO week as yyyyww, UTC.
    month        BIGINT NOT NULL,
    week         BIGINT NOT NULL,
    played_at    BIGINT NOT NULL,
    cycle_plays  BIGINT NOT NULL CHECK (cycle_plays >= 0),
    cycle_takes  BIGINT NOT NULL CHECK (cycle_takes >= 0),
    standing     TEXT NOT NULL CHECK (standing IN ('ranked', 'taken', 'published', 'unranked', 'crowded')),
    -- What the player was told, for telling it again: out of how many games; and
    -- for each measure the rank, whether it was a record, and the game that came
    -- first before. That game may be deleted since, so it is no foreign key.
    places       BIGINT NOT NULL,
    rank_plays   BIGINT NOT NULL,
    record_plays BOOLEAN NOT NULL,
    before_plays BIGINT,
    rank_takes   BIGINT NOT NULL,
    record_takes BOOLEAN NOT NULL,
    before_takes BIGINT,
    -- The game that brought this deal first, where standing is 'taken'.
    owner_id     BIGINT,
    game         TEXT NOT NULL,
    division     TEXT NOT NULL,
    ending       TEXT NOT NULL,
    user_name    TEXT NOT NULL,
    -- A digest of the deal as played: deals can be longer than an index takes.
    deal_key     TEXT NOT NULL,
    deal         TEXT NOT NULL,
    -- What the deal is read with.
    options      TEXT NOT NULL,
    CHECK (NOT shown OR board_id IS NOT NULL),
    CHECK ((standing = 'ranked') = (board_id IS NOT NULL))
);
-- A deal counts once a board.
CREATE UNIQUE INDEX games_deal ON games (board_id, deal_key);
CREATE INDEX games_user ON games (user_id, id);
CREATE INDEX games_scope ON games (scope, user_id, id);

-- The latest game of each board, and the latest that was not shuffled.
CREATE INDEX games_latest ON games (board_id, id) WHERE shown;
CREATE INDEX games_latest_typed ON games (board_id, id) WHERE shown AND NOT random;

-- One index a list: by plays or takes; of all time, a month, a week; with
-- random deals or without.
CREATE INDEX games_plays ON games (board_id, minus_plays, id) WHERE shown;
CREATE INDEX games_plays_month ON games (board_id, month, minus_plays, id) WHERE shown;
CREATE INDEX games_plays_week ON games (board_id, week, minus_plays, id) WHERE shown;
CREATE INDEX games_takes ON games (board_id, minus_takes, id) WHERE shown;
CREATE INDEX games_takes_month ON games (board_id, month, minus_takes, id) WHERE shown;
CREATE INDEX games_takes_week ON games (board_id, week, minus_takes, id) WHERE shown;
CREATE INDEX games_plays_typed ON games (board_id, minus_plays, id) WHERE shown AND NOT random;
CREATE INDEX games_plays_month_typed ON games (board_id, month, minus_plays, id) WHERE shown AND NOT random;
CREATE INDEX games_plays_week_typed ON games (board_id, week, minus_plays, id) WHERE shown AND NOT random;
CREATE INDEX games_takes_typed ON games (board_id, minus_takes, id) WHERE shown AND NOT random;
CREATE INDEX games_takes_month_typed ON games (board_id, month, minus_takes, id) WHERE shown AND NOT random;
CREATE INDEX games_takes_week_typed ON games (board_id, week, minus_takes, id) WHERE shown AND NOT random;
-- A user's latest games of one kind, which are asked for at every key typed:
-- games_user has them among those of other kinds, which may be very many.
CREATE INDEX games_user_game ON games (user_id, game, id);

-- A member's own places, best first. SQLite takes the later of two indexes that
-- look as good, so those of all time come first.
CREATE INDEX games_plays_user ON games (board_id, user_id, minus_plays, id) WHERE shown;
CREATE INDEX games_takes_user ON games (board_id, user_id, minus_takes, id) WHERE shown;

-- A member's places in a month or week, best first, and those without random
-- deals: who stopped playing, or shuffles nearly always, may have a hundred
-- thousand others to pass over. The last column lets a search without random
-- deals pass over the others of a month without reading their rows.
CREATE INDEX games_plays_user_month ON games (board_id, user_id, month, minus_plays, id, random) WHERE shown;
CREATE INDEX games_plays_user_week ON games (board_id, user_id, week, minus_plays, id, random) WHERE shown;
CREATE INDEX games_plays_user_typed ON games (board_id, user_id, minus_plays, id) WHERE shown AND NOT random;
CREATE INDEX games_takes_user_month ON games (board_id, user_id, month, minus_takes, id, random) WHERE shown;
CREATE INDEX games_takes_user_week ON games (board_id, user_id, week, minus_takes, id, random) WHERE shown;
CREATE INDEX games_takes_user_typed ON games (board_id, user_id, minus_takes, id) WHERE shown AND NOT random;

-- Where each game counts that is shown: on the lists by plays (0 to 2) and by takes
-- (3 to 5), of all time, of its month and of its week. "IS TRUE" keeps counts of
-- everything from going through an index that is for shown games: reading the
-- table once in its own order is many times faster.
CREATE VIEW game_lengths AS
SELECT id AS game_id, board_id, random, 0 AS list, 0 AS period, plays AS length FROM games WHERE shown IS TRUE
UNION ALL SELECT id, board_id, random, 1, month, plays FROM games WHERE shown IS TRUE
UNION ALL SELECT id, board_id, random, 2, week, plays FROM games WHERE shown IS TRUE
UNION ALL SELECT id, board_id, random, 3, 0, takes FROM games WHERE shown IS TRUE
UNION ALL SELECT id, board_id, random, 4, month, takes FROM games WHERE shown IS TRUE
UNION ALL SELECT id, board_id, random, 5, week, takes FROM games WHERE shown IS TRUE;

-- How many games there are of each length, and of each 64 neighbouring ones, all and
-- without random deals: a rank is one more than a short sum over the longer ones. The
-- rows stand in the primary key itself: a sum need not look each of them up.
CREATE TABLE lengths (
    board_id BIGINT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    -- The list and the period as in game_lengths.
    list     BIGINT NOT NULL,
    period   BIGINT NOT NULL,
    -- How many lengths the row counts, from length on: 1, or 64 from a multiple.
    width    BIGINT NOT NULL CHECK (width IN (1, 64)),
    length   BIGINT NOT NULL CHECK (length % width = 0),
    n        BIGINT NOT NULL,
    n_typed  BIGINT NOT NULL,
    PRIMARY KEY (board_id, list, period, width, length)
) WITHOUT ROWID;

-- What a user's games up to one come to, of those who have many: a history is read
-- from here on.
CREATE TABLE histories (
    user_id   BIGINT PRIMARY KEY,
    last_game BIGINT NOT NULL,
    -- store.History as JSON.
    history   TEXT NOT NULL
);

-- A game is here from the moment it beat a record until that was announced,
-- or cannot be any more. It is written together with the game, so that a restart
-- takes it up; with the game it goes.
CREATE TABLE announcements (
    game_id BIGINT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
);

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
    -- Whether takes count; plays if not.
    by_takes   BOOLEAN NOT NULL,
    -- Whether shuffled deals take part.
    random      BOOLEAN NOT NULL,
    -- 0 and '' for somebody who had their data deleted.
    opener_id   BIGINT NOT NULL,
    opener_name TEXT NOT NULL,
    opened_at   BIGINT NOT NULL,
    ends_at     BIGINT NOT NULL CHECK (ends_at >= opened_at),
    -- The last game before it was opened, and the last one that can count: NULL
    -- while it is open, which is some time after its end too, since games are
    -- waited for that were asked for before.
    after_game  BIGINT NOT NULL,
    last_game   BIGINT,
    -- Whether the result was announced, or cannot be any more.
    announced   BOOLEAN NOT NULL,
    CHECK (last_game IS NOT NULL OR NOT announced)
);
CREATE INDEX challenges_open ON challenges (guild_id, ends_at, id) WHERE last_game IS NULL;
CREATE INDEX challenges_due ON challenges (ends_at) WHERE last_game IS NULL;
CREATE INDEX challenges_results ON challenges (id) WHERE last_game IS NOT NULL AND NOT announced;
CREATE INDEX challenges_guild ON challenges (guild_id, ends_at, id);
CREATE INDEX challenges_opener ON challenges (opener_id, id);

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

-- A user has a row here once there is something to remember about them.
CREATE TABLE people (
    user_id     BIGINT PRIMARY KEY,
    -- Whether their name stays off everything that others see.
    name_hidden BOOLEAN NOT NULL
);

-- What is to be deleted, and when: at once for a user who asks, after a time of
-- grace for a server that the bot was removed from. The row stays until all is
-- gone, so that a deletion cut short is taken up again.
CREATE TABLE erasures (
    subject    TEXT NOT NULL CHECK (subject IN ('user', 'guild')),
    subject_id BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    -- The last game that is part of it, NULL until it has begun: with that all
    -- but the games is gone, and what is new is kept.
    last_game  BIGINT,
    PRIMARY KEY (subject, subject_id)
);
CREATE INDEX erasures_due ON erasures (due_at);

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
    -- The board, and for a challenge whether takes count; '' for a setting.
    game       TEXT NOT NULL,
    division   TEXT NOT NULL,
    kind       TEXT NOT NULL,
    by_takes  BOOLEAN NOT NULL,
    -- The setting, and what was chosen: an id, a language, a number, true or
    -- false; '' for what is not about one. A request may change several.
    setting    TEXT NOT NULL,
    value      TEXT NOT NULL,
    done_at    BIGINT NOT NULL,
    UNIQUE (request_id, setting)
);
CREATE INDEX audit_scope ON audit (scope, id);
CREATE INDEX audit_actor ON audit (actor_id, id);

-- What the admins of a server chose; a setting that nobody chose has no row.
CREATE TABLE settings (
    guild_id BIGINT NOT NULL,
    name     TEXT NOT NULL,
    value    TEXT NOT NULL,
    -- Whether it names a channel that nothing can be sent to.
    lost     BOOLEAN NOT NULL,
    PRIMARY KEY (guild_id, name)
);

-- +goose Down
DROP TABLE settings;
DROP TABLE audit;
DROP TABLE erasures;
DROP TABLE people;
DROP TABLE challenge_games;
DROP TABLE challenges;
DROP TABLE announcements;
DROP TABLE histories;
DROP TABLE lengths;
DROP VIEW game_lengths;
DROP TABLE games;
DROP TABLE boards;
DROP TABLE counters;
