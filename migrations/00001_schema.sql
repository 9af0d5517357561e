-- All tables, in SQLite's words: package migrations says them in those of PostgreSQL.
-- Ids are BIGINT because Discord's ids have 64 bits; those of our own are never used again, since
-- a button in an old message must not lead to another game after a deletion. Times are in unix
-- milliseconds. What many rows and indexes repeat is INTEGER (32 bits) or SMALLINT, which takes
-- less room on PostgreSQL; to SQLite all of them are the same.

-- What is unique is an index of its own, which nonna check --rebuild can create again.

-- A board ranks the games of one division on a server, or in a user's own list.
CREATE TABLE boards (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The id of the server, or the negated id of the user for their own list.
    scope      BIGINT NOT NULL,
    game       TEXT NOT NULL,
    division   TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('ends', 'loops', 'hunted', 'walked'))
);
CREATE UNIQUE INDEX boards_of ON boards (scope, game, division, kind);

CREATE TABLE games (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The request that the game answers: a request that is delivered twice is stored
    -- once. It is NULL where a search found the deal and its finder is gone: the deal stays
    -- known.
    request_id   TEXT,
    scope        BIGINT NOT NULL,
    user_id      BIGINT NOT NULL,
    -- The board, also of a hidden game. What a search found is on a board of its own kind.
    board_id     BIGINT REFERENCES boards (id),
    shown        BOOLEAN NOT NULL,
    random       BOOLEAN NOT NULL,
    -- Whether the player asked for a private answer: the game is not announced.
    private      BOOLEAN NOT NULL,
    plays        INTEGER NOT NULL CHECK (plays >= 0),
    takes        INTEGER NOT NULL CHECK (takes >= 0),
    -- The month (yyyymm), the ISO week (yyyyww) and the time when it was played, in UTC.
    month        INTEGER NOT NULL,
    week         INTEGER NOT NULL,
    played_at    BIGINT NOT NULL,
    cycle_plays  INTEGER NOT NULL CHECK (cycle_plays >= 0),
    cycle_takes  INTEGER NOT NULL CHECK (cycle_takes >= 0),
    standing     TEXT NOT NULL CHECK (standing IN
        ('ranked', 'taken', 'published', 'unranked', 'crowded', 'hunted', 'walked', 'found')),
    -- The game that brought the deal first, if standing is 'taken', or that is stored of
    -- the find, if it is 'found'. It may be deleted since.
    owner_id     BIGINT,
    game         TEXT NOT NULL,
    division     TEXT NOT NULL,
    ending       TEXT NOT NULL,
    -- A digest of the key of the deal, which can be too long for an index.
    deal_key     TEXT NOT NULL,
    deal         TEXT NOT NULL,
    -- The options with which the deal is read.
    options      TEXT NOT NULL,
    CHECK (NOT shown OR board_id IS NOT NULL),
    CHECK ((standing IN ('ranked', 'hunted', 'walked')) = (board_id IS NOT NULL))
);
CREATE UNIQUE INDEX games_request ON games (request_id);
-- A deal counts once on a board.
CREATE UNIQUE INDEX games_deal ON games (board_id, deal_key);
CREATE INDEX games_user ON games (user_id, id);
CREATE INDEX games_scope ON games (scope, user_id, id);

-- The games of each board as they were played: the latest, and with the other columns the
-- standings of challenges, which read nothing else.
CREATE INDEX games_latest ON games (board_id, id, user_id, plays, takes, played_at, random, shown) WHERE shown;

-- One index for each order of a board: by plays or takes; of all time, a month or a week. Boards
-- list the longest game first, and of equals the earlier one.
CREATE INDEX games_plays ON games (board_id, plays DESC, id) WHERE shown;
CREATE INDEX games_plays_month ON games (board_id, month, plays DESC, id) WHERE shown;
CREATE INDEX games_plays_week ON games (board_id, week, plays DESC, id) WHERE shown;
CREATE INDEX games_takes ON games (board_id, takes DESC, id) WHERE shown;
CREATE INDEX games_takes_month ON games (board_id, month, takes DESC, id) WHERE shown;
CREATE INDEX games_takes_week ON games (board_id, week, takes DESC, id) WHERE shown;

-- The games of a member on a board, the best first, of all time and of a week. Those of a month are
-- found among the former without reading the rows of the others. The last index also says in which
-- weeks and months a member has games. Of two indexes that seem equally good SQLite uses the
-- later one, so these are the last.
CREATE INDEX games_plays_user ON games (board_id, user_id, plays DESC, id, month) WHERE shown;
CREATE INDEX games_takes_user ON games (board_id, user_id, takes DESC, id, month) WHERE shown;
CREATE INDEX games_takes_user_week ON games (board_id, user_id, week, takes DESC, id) WHERE shown;
CREATE INDEX games_plays_user_week ON games (board_id, user_id, week, plays DESC, id, month, shown) WHERE shown;

-- The number of games of each length, and of each 64 neighbouring lengths. A rank is one more
-- than a short sum over the longer lengths. WITHOUT ROWID stores the rows in the primary key,
-- so that a sum reads nothing else.
CREATE TABLE lengths (
    board_id BIGINT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    -- The order, by plays (0 to 2) or by takes (3 to 5), of all time, of a month or of a week; and
    -- the period: 0, or the month or week.
    list     SMALLINT NOT NULL,
    period   INTEGER NOT NULL,
    -- The number of lengths that the row counts, from length on: 1 or 64.
    width    SMALLINT NOT NULL CHECK (width IN (1, 64)),
    length   INTEGER NOT NULL CHECK (length % width = 0),
    n        INTEGER NOT NULL,
    PRIMARY KEY (board_id, list, period, width, length)
) WITHOUT ROWID;

-- The games that beat a record and wait for their announcement, or to be dropped if the server
-- wants none. The row is stored together with the game, so that announcements survive a restart.
CREATE TABLE announcements (
    game_id BIGINT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
);

-- A challenge is a contest for the longest game of a division with a deal that is new to
-- the server's board. Games count that were recorded after it was opened, and played
-- before its end. It closes some time after its end, when no game is played any more that
-- was asked for before.
CREATE TABLE challenges (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The request that opened it: a request that is delivered twice opens one.
    request_id  TEXT NOT NULL,
    guild_id    BIGINT NOT NULL,
    -- The channel where it was opened.
    channel_id  BIGINT NOT NULL,
    game        TEXT NOT NULL,
    division    TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('ends', 'loops')),
    -- Whether takes count, or plays.
    by_takes   BOOLEAN NOT NULL,
    -- Whether shuffled deals compete.
    random      BOOLEAN NOT NULL,
    -- 0 if the user's data was deleted.
    opener_id   BIGINT NOT NULL,
    opened_at   BIGINT NOT NULL,
    ends_at     BIGINT NOT NULL CHECK (ends_at >= opened_at),
    -- The last game before it was opened.
    after_game  BIGINT NOT NULL,
    -- Whether the result was announced, or is not to be announced.
    announced   BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX challenges_request ON challenges (request_id);
CREATE INDEX challenges_results ON challenges (id, ends_at) WHERE NOT announced;
CREATE INDEX challenges_guild ON challenges (guild_id, ends_at, id);
CREATE INDEX challenges_opener ON challenges (opener_id, id);

-- The hunts for long games. A hunt is running until it has a reason to be stopped, and then
-- stays until its message says so.
CREATE TABLE hunts (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The request that started it: a request that is delivered twice starts one.
    request_id   TEXT NOT NULL,
    guild_id     BIGINT NOT NULL,
    -- Where its progress is shown: 0 once there is no message any more, and the message is
    -- 0 until it is sent.
    channel_id   BIGINT NOT NULL,
    message_id   BIGINT NOT NULL DEFAULT 0,
    game         TEXT NOT NULL,
    deck         TEXT NOT NULL,
    by_takes     BOOLEAN NOT NULL,
    seed         BIGINT NOT NULL,
    -- The language of its message, unless the server chose one.
    locale       TEXT NOT NULL,
    -- 0 if the user's data was deleted.
    starter_id   BIGINT NOT NULL,
    started_at   BIGINT NOT NULL,
    -- Where the hunter is in its sequence of positions, '' at the beginning.
    state        TEXT NOT NULL DEFAULT '',
    saved_at     BIGINT NOT NULL,
    tried        BIGINT NOT NULL DEFAULT 0,
    -- The core time that it used, in milliseconds.
    used_ms      BIGINT NOT NULL DEFAULT 0,
    -- The longest game found, 0 and 0 before the first, and the game that is stored of it:
    -- NULL if the deal was known here, and not a foreign key, as it may be deleted since.
    plays        BIGINT NOT NULL DEFAULT 0,
    takes        BIGINT NOT NULL DEFAULT 0,
    best_id      BIGINT,
    -- The find that is to be announced when the hunt pauses.
    due_id       BIGINT,
    stopped_at   BIGINT,
    reason       TEXT NOT NULL DEFAULT '' CHECK (reason IN ('', 'asked', 'off', 'over', 'erased', 'failed')),
    -- Whether all that it found before it was stopped is stored.
    closed       BOOLEAN NOT NULL DEFAULT FALSE,
    CHECK ((stopped_at IS NULL) = (reason = '')),
    CHECK (stopped_at IS NOT NULL OR NOT closed)
);
CREATE UNIQUE INDEX hunts_request ON hunts (request_id);
CREATE UNIQUE INDEX hunts_running ON hunts (guild_id) WHERE stopped_at IS NULL;
CREATE INDEX hunts_guild ON hunts (guild_id);
CREATE INDEX hunts_starter ON hunts (starter_id, id);

-- The core time that the hunts of a server used on the last day (yyyymmdd, in UTC) with any.
CREATE TABLE hunt_days (
    guild_id BIGINT PRIMARY KEY,
    day      BIGINT NOT NULL,
    used_ms  BIGINT NOT NULL CHECK (used_ms >= 0)
);

-- A match is played by two members with hands that they prepare in secret, over one or
-- more rounds. It is open until it has a reason to be over.
CREATE TABLE matches (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The request that opened it: a request that is delivered twice opens one.
    request_id TEXT NOT NULL,
    guild_id   BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    game       TEXT NOT NULL,
    best_of    BIGINT NOT NULL CHECK (best_of IN (1, 3, 5)),
    opened_at  BIGINT NOT NULL,
    -- The last time that it was opened, a hand was sealed, or it was over.
    acted_at   BIGINT NOT NULL,
    reason     TEXT NOT NULL CHECK (reason IN ('', 'won', 'drawn', 'declined', 'withdrawn', 'idle', 'erased')),
    -- The rounds that were played, as JSON: the hands from the leader's on, the seat that won (-1
    -- if none did), and the game that is stored.
    rounds     TEXT NOT NULL CHECK (rounds LIKE '[%]'),
    -- The seat that won the match, that of the last round: 0 is the host's, 1 the guest's.
    winner     BIGINT,
    -- The users, 0 if their data was deleted. The guest is who joined or is invited; there is none yet
    -- if that is 0 and nobody joined.
    host_id    BIGINT NOT NULL,
    guest_id   BIGINT NOT NULL,
    -- Whether the guest accepted, by their first hand.
    joined     BOOLEAN NOT NULL DEFAULT FALSE,
    -- The hands that are sealed for the next round, as their game writes them; '' before that, and
    -- again when they are dealt or the match is over. The requests that sealed the last ones.
    host_hand  TEXT NOT NULL DEFAULT '',
    guest_hand TEXT NOT NULL DEFAULT '',
    host_request  TEXT NOT NULL DEFAULT '',
    guest_request TEXT NOT NULL DEFAULT '',
    CHECK (reason = '' OR host_hand = '' AND guest_hand = ''),
    CHECK ((reason = 'won') = (winner IS NOT NULL))
);
CREATE UNIQUE INDEX matches_request ON matches (request_id);
CREATE INDEX matches_open ON matches (acted_at) WHERE reason = '';
-- With the reason and the time, matches that were played are counted without reading rows.
CREATE INDEX matches_guild ON matches (guild_id, reason, acted_at, id, winner, host_id, guest_id);
CREATE INDEX matches_host ON matches (host_id, id);
CREATE INDEX matches_guest ON matches (guest_id, id);

-- What members tried at the puzzle of a day: a row for each member and day, whatever servers
-- they tried it on.
CREATE TABLE puzzle_days (
    user_id   BIGINT NOT NULL,
    -- The number of days since 1 January 1970, in UTC.
    day       BIGINT NOT NULL,
    -- The server of the first try, on whose table the day is; 0 for none.
    guild_id  BIGINT NOT NULL,
    -- A letter for each try, from 'a' for the first choice of the puzzle, in their order.
    tried     TEXT NOT NULL CHECK (length(tried) BETWEEN 1 AND 3),
    -- The length of the game with which the last try saved the player, 0 if it did not. With
    -- the number of tries the points follow from it.
    plays     BIGINT NOT NULL CHECK (plays >= 0),
    PRIMARY KEY (user_id, day)
);
-- With all that points are summed up from.
CREATE INDEX puzzle_days_guild ON puzzle_days (guild_id, day, user_id, plays, tried);

-- The last period of which a message was posted on a server: the day of a table of the
-- puzzle, as in puzzle_days, or the month of a note, as in games.
CREATE TABLE posts (
    guild_id BIGINT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('daily', 'month')),
    period   BIGINT NOT NULL,
    PRIMARY KEY (guild_id, kind)
);

-- What members are called: their latest name on a server, or in their own list. It is written with
-- each game, try, duel, challenge and hunt, if it is another than before. Nothing else has a
-- member's name but audit.
CREATE TABLE people (
    -- As in boards.
    scope       BIGINT NOT NULL,
    user_id     BIGINT NOT NULL CHECK (user_id <> 0),
    -- '' where only the choices are known.
    name        TEXT NOT NULL DEFAULT '',
    -- The choices of users, which are in the row of their own list: whether their name is hidden
    -- from others, and whether nobody may invite them to a match.
    name_hidden BOOLEAN NOT NULL DEFAULT FALSE,
    uninvited   BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (scope, user_id)
) WITHOUT ROWID;
CREATE INDEX people_user ON people (user_id, scope);

-- The servers that removed the bot, and when their data is to be deleted. The row stays until all
-- is deleted, so that a deletion that is interrupted continues.
CREATE TABLE departures (
    guild_id BIGINT PRIMARY KEY,
    due_at   BIGINT NOT NULL
);
CREATE INDEX departures_due ON departures (due_at);

-- The actions of admins, for other admins to see.
CREATE TABLE audit (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The request: one that is delivered twice takes effect once.
    request_id TEXT NOT NULL,
    -- As boards.scope.
    scope      BIGINT NOT NULL,
    action     TEXT NOT NULL CHECK (action IN ('hide', 'restore', 'set', 'open', 'end')),
    actor_id   BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    -- The entry that was hidden or restored, else NULL.
    game_id    BIGINT,
    -- The board, and for a challenge whether takes count; '' for a setting.
    game       TEXT NOT NULL,
    division   TEXT NOT NULL,
    kind       TEXT NOT NULL,
    by_takes  BOOLEAN NOT NULL,
    -- The setting and its new value: an id, a language, a number, true or false; '' for
    -- other actions. A request may change several settings.
    setting    TEXT NOT NULL,
    value      TEXT NOT NULL,
    done_at    BIGINT NOT NULL
);
CREATE UNIQUE INDEX audit_request ON audit (request_id, setting);
CREATE INDEX audit_scope ON audit (scope, id);
CREATE INDEX audit_actor ON audit (actor_id, id);

-- The settings of servers. A setting without a row has its default.
CREATE TABLE settings (
    guild_id BIGINT NOT NULL,
    name     TEXT NOT NULL,
    value    TEXT NOT NULL,
    -- Why Discord refuses messages in the channel that it is, '' if it does not.
    lost     TEXT NOT NULL,
    PRIMARY KEY (guild_id, name)
);

-- Where the data of the database went, if it was moved to another: a row that makes it
-- refuse to open. It has no password.
CREATE TABLE moved (
    address TEXT PRIMARY KEY
);
