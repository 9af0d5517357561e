-- What people and servers asked to be kept, hidden or forgotten, and what
-- admins did to boards.

-- +goose Up

-- A user has a row here once there is something to remember about them.
CREATE TABLE people (
    user_id     BIGINT PRIMARY KEY,
    -- Whether their name stays off everything that others see.
    name_hidden BOOLEAN NOT NULL
);

-- What admins did, for the others to see.
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
CREATE INDEX audit_scope ON audit (scope, id);
CREATE INDEX audit_actor ON audit (actor_id, id);
INSERT INTO counters (name, value) VALUES ('audit', 0);

-- What is to be deleted, and when: at once for a user who asks, after a time of
-- grace for a server that the bot was removed from. The row stays until all is
-- gone, so that a deletion cut short is taken up again.
CREATE TABLE erasures (
    subject    TEXT NOT NULL CHECK (subject IN ('user', 'guild')),
    subject_id BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    PRIMARY KEY (subject, subject_id)
);
CREATE INDEX erasures_due ON erasures (due_at);

-- +goose Down
DROP TABLE erasures;
DROP TABLE audit;
DROP TABLE people;
DELETE FROM counters WHERE name = 'audit';
