-- One member's games on a board.

-- +goose Up

-- A member's places in a month or week, best first, and those without random
-- deals. games_cards_user and games_tricks_user have them too, among all others:
-- who stopped playing, or shuffles nearly always, may have a hundred thousand to
-- pass over there. The last column lets a search without random deals pass over
-- the others of a month without reading their rows.
CREATE INDEX games_cards_user_month ON games (board_id, user_id, month, minus_cards, id, random) WHERE shown;
CREATE INDEX games_cards_user_week ON games (board_id, user_id, week, minus_cards, id, random) WHERE shown;
CREATE INDEX games_cards_user_typed ON games (board_id, user_id, minus_cards, id) WHERE shown AND NOT random;
CREATE INDEX games_tricks_user_month ON games (board_id, user_id, month, minus_tricks, id, random) WHERE shown;
CREATE INDEX games_tricks_user_week ON games (board_id, user_id, week, minus_tricks, id, random) WHERE shown;
CREATE INDEX games_tricks_user_typed ON games (board_id, user_id, minus_tricks, id) WHERE shown AND NOT random;

-- +goose Down
DROP INDEX games_cards_user_month;
DROP INDEX games_cards_user_week;
DROP INDEX games_cards_user_typed;
DROP INDEX games_tricks_user_month;
DROP INDEX games_tricks_user_week;
DROP INDEX games_tricks_user_typed;
