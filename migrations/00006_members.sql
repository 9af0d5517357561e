-- One member's games: on a board, and the latest of one game.

-- +goose Up

-- These two held what a month, a week, or a search without random deals needs,
-- among all other games. The indexes below do that, so they can be smaller. They
-- come first, since SQLite takes the later of two indexes that look as good.
DROP INDEX games_cards_user;
DROP INDEX games_tricks_user;
CREATE INDEX games_cards_user ON games (board_id, user_id, minus_cards, id) WHERE shown;
CREATE INDEX games_tricks_user ON games (board_id, user_id, minus_tricks, id) WHERE shown;

-- A member's places in a month or week, best first, and those without random
-- deals: who stopped playing, or shuffles nearly always, may have a hundred
-- thousand others to pass over. The last column lets a search without random
-- deals pass over the others of a month without reading their rows.
CREATE INDEX games_cards_user_month ON games (board_id, user_id, month, minus_cards, id, random) WHERE shown;
CREATE INDEX games_cards_user_week ON games (board_id, user_id, week, minus_cards, id, random) WHERE shown;
CREATE INDEX games_cards_user_typed ON games (board_id, user_id, minus_cards, id) WHERE shown AND NOT random;
CREATE INDEX games_tricks_user_month ON games (board_id, user_id, month, minus_tricks, id, random) WHERE shown;
CREATE INDEX games_tricks_user_week ON games (board_id, user_id, week, minus_tricks, id, random) WHERE shown;
CREATE INDEX games_tricks_user_typed ON games (board_id, user_id, minus_tricks, id) WHERE shown AND NOT random;

-- A user's latest games of one kind, which are asked for at every key typed:
-- games_user has them among those of other kinds, which may be very many.
CREATE INDEX games_user_game ON games (user_id, game, id);

-- +goose Down
DROP INDEX games_user_game;
DROP INDEX games_cards_user;
DROP INDEX games_tricks_user;
CREATE INDEX games_cards_user ON games (board_id, user_id, minus_cards, id, month, week, random) WHERE shown;
CREATE INDEX games_tricks_user ON games (board_id, user_id, minus_tricks, id, month, week, random) WHERE shown;
DROP INDEX games_cards_user_month;
DROP INDEX games_cards_user_week;
DROP INDEX games_cards_user_typed;
DROP INDEX games_tricks_user_month;
DROP INDEX games_tricks_user_week;
DROP INDEX games_tricks_user_typed;
