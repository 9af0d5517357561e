-- Games played, and the boards they stand on.
--
-- The text below runs unchanged on SQLite and on PostgreSQL: ids are BIGINT
-- because Discord's are 64-bit, times are unix milliseconds.

-- +goose Up

-- Ids are handed out from here and never again: an id that a button in an old
-- message names must not come to mean another game after a deletion.
CREATE TABLE counters (
    name  TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('boards', 0), ('games', 0);

-- A board is where the games of one division compete, on one server or in one
-- user's own list. A reset retires the board; the next game opens a new one,
-- and deals count afresh.
CREATE TABLE boards (
    id         BIGINT PRIMARY KEY,
    -- The server's id; or minus the user's id for a user's own list; or 0 for
    -- the list of whoever sits at the console.
    scope      BIGINT NOT NULL,
    game       TEXT NOT NULL,
    division   TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('ends', 'loops')),
    -- How many games it shows.
    entries    BIGINT NOT NULL CHECK (entries >= 0),
    retired_at BIGINT
);
CREATE UNIQUE INDEX boards_open ON boards (scope, game, division, kind) WHERE retired_at IS NULL;
CREATE INDEX boards_scope ON boards (scope);

CREATE TABLE games (
    id            BIGINT PRIMARY KEY,
    -- The request this game answers: what makes a replay of it harmless.
    request_id    TEXT NOT NULL UNIQUE,
    scope         BIGINT NOT NULL,
    user_id       BIGINT NOT NULL,
    -- The board it stands on, or would if it were not hidden.
    board_id      BIGINT REFERENCES boards (id),
    shown         BOOLEAN NOT NULL,
    random        BOOLEAN NOT NULL,
    cards         BIGINT NOT NULL CHECK (cards >= 0),
    tricks        BIGINT NOT NULL CHECK (tricks >= 0),
    -- Boards list the longest first and the earlier of equals first. With the
    -- negated counts both directions are ascending, so that one comparison of
    -- rows, (minus_cards, id) < (…, …), finds a place through an index.
    minus_cards   BIGINT NOT NULL GENERATED ALWAYS AS (-cards) STORED,
    minus_tricks  BIGINT NOT NULL GENERATED ALWAYS AS (-tricks) STORED,
    -- When it was played: the month as yyyymm and the ISO week as yyyyww, UTC.
    month         BIGINT NOT NULL,
    week          BIGINT NOT NULL,
    played_at     BIGINT NOT NULL,
    cycle_cards   BIGINT NOT NULL CHECK (cycle_cards >= 0),
    cycle_tricks  BIGINT NOT NULL CHECK (cycle_tricks >= 0),
    standing      TEXT NOT NULL CHECK (standing IN ('ranked', 'taken', 'published', 'unranked')),
    -- What the player was told, for telling it again: the places taken, out of
    -- how many, and the games that stood first before. They refer to games that
    -- may be deleted since, so they are not foreign keys.
    rank_cards    BIGINT NOT NULL,
    rank_tricks   BIGINT NOT NULL,
    places        BIGINT NOT NULL,
    before_cards  BIGINT,
    before_tricks BIGINT,
    -- The game that brought this deal first, where standing is 'taken'.
    owner_id      BIGINT,
    game          TEXT NOT NULL,
    division      TEXT NOT NULL,
    ending        TEXT NOT NULL,
    user_name     TEXT NOT NULL,
    -- A digest of the deal as played: deals can be longer than an index takes.
    deal_key      TEXT NOT NULL,
    deal          TEXT NOT NULL,
    CHECK (NOT shown OR board_id IS NOT NULL),
    CHECK ((standing = 'ranked') = (board_id IS NOT NULL))
);
-- A deal counts once a board.
CREATE UNIQUE INDEX games_deal ON games (board_id, deal_key);
CREATE INDEX games_user ON games (user_id, id);
CREATE INDEX games_scope ON games (scope, user_id, id);

-- One index a list: by cards or tricks; of all time, a month, a week; with
-- random deals or without.
CREATE INDEX games_cards ON games (board_id, minus_cards, id) WHERE shown;
CREATE INDEX games_cards_month ON games (board_id, month, minus_cards, id) WHERE shown;
CREATE INDEX games_cards_week ON games (board_id, week, minus_cards, id) WHERE shown;
CREATE INDEX games_tricks ON games (board_id, minus_tricks, id) WHERE shown;
CREATE INDEX games_tricks_month ON games (board_id, month, minus_tricks, id) WHERE shown;
CREATE INDEX games_tricks_week ON games (board_id, week, minus_tricks, id) WHERE shown;
CREATE INDEX games_cards_typed ON games (board_id, minus_cards, id) WHERE shown AND NOT random;
CREATE INDEX games_cards_month_typed ON games (board_id, month, minus_cards, id) WHERE shown AND NOT random;
CREATE INDEX games_cards_week_typed ON games (board_id, week, minus_cards, id) WHERE shown AND NOT random;
CREATE INDEX games_tricks_typed ON games (board_id, minus_tricks, id) WHERE shown AND NOT random;
CREATE INDEX games_tricks_month_typed ON games (board_id, month, minus_tricks, id) WHERE shown AND NOT random;
CREATE INDEX games_tricks_week_typed ON games (board_id, week, minus_tricks, id) WHERE shown AND NOT random;
-- A member's own places, best first. The last three columns let a search for
-- the best of a month, or without random deals, pass over the others without
-- reading their rows.
CREATE INDEX games_cards_user ON games (board_id, user_id, minus_cards, id, month, week, random) WHERE shown;
CREATE INDEX games_tricks_user ON games (board_id, user_id, minus_tricks, id, month, week, random) WHERE shown;

-- How many games stand where, so that a rank is two short sums and never a
-- count of millions. Each list is cut into blocks of some hundreds of neighbours
-- (level 0), and into blocks of some hundreds of those (level 1), whose starts
-- are starts of level 0 too. A block holds the games from (first_key, first_id)
-- up to the next block's start; first_key is a negated count as in games.
CREATE TABLE blocks (
    board_id  BIGINT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    -- Which list: 6 if by tricks, plus 2 for a month or 4 for a week, plus 1 if
    -- random deals are left out.
    list      BIGINT NOT NULL CHECK (list BETWEEN 0 AND 11),
    -- The month or week as in games, 0 for all time.
    period    BIGINT NOT NULL,
    level     BIGINT NOT NULL CHECK (level BETWEEN 0 AND 1),
    first_key BIGINT NOT NULL,
    first_id  BIGINT NOT NULL,
    n         BIGINT NOT NULL CHECK (n >= 0),
    PRIMARY KEY (board_id, list, period, level, first_key, first_id)
);

-- +goose Down
DROP TABLE blocks;
DROP TABLE games;
DROP TABLE boards;
DROP TABLE counters;
