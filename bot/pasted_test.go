package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// sevens are the piles of a deal of Clock patience that is won.
const sevens = "11 11 7 7 / 8 6 5 0 / 2 10 9 1 / 12 3 0 6 / 8 7 4 8 / 3 10 5 12 / 11 7 1 10 / 3 1 6 0 / 2 3 0 6 / 5 10 5 4 / 12 9 11 2 / 9 4 12 4 / 1 9 8 2"

// pasted are texts that people paste from elsewhere, each after the arguments of settle or
// into the console, and a part of the answer: the deal as it was read, or what is wrong.
var pasted = []struct{ args, text, want string }{
	// Cards and labels in words and letters.
	{"camicia", "2 ace 7 / King queen JACK", "“ace” is not a card"},
	{"camicia", "CA D10 h2 / SK", "“CA” is not a card"},
	{"camicia", "Giocatore B: 3 4 5\nGiocatore A: 2 A 7", `"deal":"2 A 7 / 3 4 5"`},
	{"camicia", "Giocatore A: 2 A 7 Giocatore B: 3 4 5", `"deal":"2 A 7 / 3 4 5"`},
	{"camicia", `{"giocatoreB":["3"],"giocatoreA":["2"]}`, `"deal":"2 / 3"`},
	{"camicia --deck italian", "3b Td / 1c 8s 10D", `"deal":"3B TD / 1C 8S TD"`},
	{"camicia --deck italian", `["3b","10d"],["1c"]`, `"deal":"3B TD / 1C"`},
	{"camicia --deck italian", "asso di coppe, 3 / re", "write 8 9 10 for fante, cavallo and re"},
	{"camicia", "2 A 7 and 3 4 5", "“and” is not a card"},
	{"camicia", "2 A 7 — 3 4 5", "or / between two hands"},
	{"camicia", "2 A 7 / 3 4 jak", "“jak” is not a card"},
	{"camicia --deck italian", "3o 2 / 3", "“3o” is not a card"},
	{"camicia --deck italian", "Ac 2 / 3", "write 1 for the ace"},
	{"camicia --deck italian", "Jd 5b / Qc 6s", "“Jd” may be a court card of published records"},
	{"camicia", "3b Td / 1c 4", "It is right with --deck=italian."},
	{"camicia", "2 X 7 / 3 1", "with the French deck write A for every ace, and 10 or T for every ten)"},
	{"camicia", "2 11 / 12 13", "with the French deck write A for every ace"},
	{"camicia", "447247122283566119055", `"number":"447247122283566119055"`},
	{"camicia", "000000000000000", `"number":"0"`},
	{"camicia", "953534134886878245000", "653534134886878244999"},
	{"camicia", "23456789", "only one hand, of 8 cards"},
	{"Camicia", "2 A / 3", `"deal":"2 A / 3"`},
	{"CLOCK", sevens, `"won":true`},
	// Lists and numbers before hands.
	{"camicia", "1. 2 A 7\n2. 3 4 5", "“1.” is not a card"},
	{"camicia", "* 2 A 7\n* 3 4 5", "“*” is not a card"},
	{"camicia", "- 2 A 7\n- 3 4 5", "may be cards, signs of a list"},
	{"camicia", "- A\n- 3 4", "may be cards, signs of a list"},
	{"camicia", "playerA:\n  - 2\n  - A\nplayerB:\n  - 3\n  - 4", `"deal":"2 A / 3 4"`},
	{"snap", "1. abc\n2. bca", "can be read in several ways"},
	// Lists of programs, in all games.
	{"camicia", `[]string{"2", "A"}, []string{"3", "4"}`, `"deal":"2 A / 3 4"`},
	{"camicia", "hands := [][]string{\n\t{\"2\", \"A\"},\n\t{\"3\"},\n}", `"deal":"2 A / 3"`},
	{"camicia", "```go\ncamicia([]string{\"2\", \"A\"}, []string{\"3\"})\n```", `"deal":"2 A / 3"`},
	{"camicia", `List.of("2", "A"), List.of("3", "4")`, `"deal":"2 A / 3 4"`},
	{"camicia", `Arrays.asList("2", "A"), Arrays.asList("3")`, `"deal":"2 A / 3"`},
	{"camicia", "String[] playerA = {\"2\", \"A\"};\nString[] playerB = {\"3\"};", `"deal":"2 A / 3"`},
	{"camicia", "List<String> b = List.of(\"3\");\nList<String> a = List.of(\"2\", \"A\");", `"deal":"2 A / 3"`},
	{"camicia", "new ArrayList<>(List.of(\"2\", \"A\")), new ArrayList<>(List.of(\"3\"))", `"deal":"2 A / 3"`},
	{"camicia", "%w[2 A 7], %w[3 4 5]", `"deal":"2 A 7 / 3 4 5"`},
	{"camicia", "camicia(%w[2 A], %w(3))", `"deal":"2 A / 3"`},
	{"camicia", "player_a = %w[2 A]\nplayer_b = %w[3]", `"deal":"2 A / 3"`},
	{"camicia", "$b = [\"3\"];\n$a = [\"2\", \"A\"];", `"deal":"2 A / 3"`},
	{"camicia", "my @a = qw(2 A 7);\nmy @b = qw(3 4 5);", `"deal":"2 A 7 / 3 4 5"`},
	{"camicia", "const char *a[] = {\"2\", \"A\"};\nconst char *b[] = {\"3\"};", `"deal":"2 A / 3"`},
	{"camicia", "let a: [String] = [\"2\", \"A\"]\nlet b: [String] = [\"3\"]", `"deal":"2 A / 3"`},
	{"camicia", "std::vector<std::string> a = {\"2\", \"A\"};\nstd::vector<std::string> b = {\"3\"};", `"deal":"2 A / 3"`},
	{"camicia", "simulate_game(player_b=[\"3\"], player_a=[\"2\", \"A\"])", `"deal":"2 A / 3"`},
	{"camicia", "{ playerB: [ '3' ], playerA: [ '2', 'A' ] }", `"deal":"2 A / 3"`},
	{"camicia", `{bob:["2","A"],alice:["3"]}`, `"deal":"2 A / 3"`},
	{"camicia", `f(b=["3"],a=["2","A"])`, `"deal":"2 A / 3"`},
	{"snap", `{a:["a","b"],b:["b","a"]}`, `"deal":"ab ba"`},
	{"camicia", "{player_a: %w[2 A], player_b: %w[3]}", `"deal":"2 A / 3"`},
	{"camicia", "{playerA: ['2'], playerB: ['3'], cards: 2}", `"deal":"2 / 3"`},
	{"camicia", "{playerA: ['2'], playerB: ['3'], pile: ['4']}", "a piece of a program"},
	{"camicia", "[“2”, “A”], [“3”]", `"deal":"2 A / 3"`},
	{"camicia", "[[‘2’, ‘A’], [‘3’]]", `"deal":"2 A / 3"`},
	{"snap", "[“ab”,“ba”]", `"deal":"ab ba"`},
	{"snap", "[[“a”,“b”],[“b”,“a”]]", `"deal":"ab ba"`},
	{"snap", `["“b","b“"]`, `[[\"“\",\"b\"],[\"b\",\"“\"]]`},
	{"camicia", `vec!["2", "A"], vec!["3"]`, `"deal":"2 A / 3"`},
	{"camicia", `simulate_game(&["2", "A"], &["3"])`, `"deal":"2 A / 3"`},
	{"camicia", `("2","A"), ("3","4")`, `"deal":"2 A / 3 4"`},
	{"camicia", `(("2","A"), ("3",))`, `"deal":"2 A / 3"`},
	{"camicia", "(2 A 7)\n(3 4 5)", `"deal":"2 A 7 / 3 4 5"`},
	{"camicia", "{2,A},{3,4}", `"deal":"2 A / 3 4"`},
	{"camicia", `{"playerA": ("2", "A"), "playerB": ("3",)}`, `"deal":"2 A / 3"`},
	{"camicia", "A(2 3), K(4 5)", "a piece of a program"}, // a card may not get lost
	{"camicia", "[%w[2 A], %w[3]], %w[4]", "a piece of a program"},
	{"camicia", `simulateGame(["2"], ["3"], 10000)`, `"deal":"2 / 3"`},
	{"camicia --deck italian", "{1,2},{3,4}", `"deal":"1 2 / 3 4"`},
	{"beggar", `new String[][]{{"TD", "AC"}, {"5H"}, {"2S"}}`, `"deal":"TD AC / 5H / 2S"`},
	{"snap", "{1,2},{2,1}", `"deal":"12 21"`},
	{"snap", `("a","b"),("b","a")`, `"deal":"ab ba"`},
	{"snap", "%w[a b] %w[b a]", "a piece of a program"},
	{"snap", "ab(ba) ba(ab)", "a piece of a program"},
	{"clock", "{" + strings.ReplaceAll(strings.ReplaceAll(sevens, " / ", "},{"), " ", ",") + "}", `"won":true`},
	// Tables of spreadsheets.
	{"camicia", "2,A,7\n3,4,5", `"deal":"2 A 7 / 3 4 5"`},
	{"camicia", "2\t3\r\nA\t4\r\n", "send one of them: “2 3 / A 4”, or “2 A / 3 4”"},
	{"camicia", "2,3\nA,4\n7,", "send one of them: “2 3 / A 4 / 7”, or “2 A 7 / 3 4”"},
	{"camicia", "2;A;7\n3;4;5", "at most 2 players can play"},
	{"camicia", "2 A 7; 3 4 5", `"deal":"2 A 7 / 3 4 5"`},
	{"beggar", "2\tA\t7\n3\t4\t5\n6\t8\t9", "this can be read in two ways"},
	{"beggar", "2;A;7\n3;4;5\n6;8;9", "this can be read in two ways"},
	{"beggar", "Player 1\t2\tA\nPlayer 2\t3\t4", "“Player” is not a card"},
	{"snap", "a;b\nb;a", "pile 2 has 2 cards"},
	{"clock", strings.ReplaceAll(strings.ReplaceAll(sevens, " / ", "\n"), " ", "\t"), `"won":true`},
	// What an answer shows, in each language.
	{"camicia", "deck: italian deal: 4 1 5 / 2 6 7", `"deal":"4 1 5 / 2 6 7"`},
	{"camicia", "mazzo: italiano smazzata: 4 1 5 / 2 6 7", `"deal":"4 1 5 / 2 6 7"`},
	{"console", "mazzo: francese smazzata: 4 2 5 / 2 6 7", "Deal: deck: french deal: 4 2 5 / 2 6 7"},
	// JSON of loops.
	{"camicia", "J 2 3 / 4 J 5", `"cycle":{"cards":6,"tricks":2}`},
	{"beggar", "J 2 3 / 4 J 5", `"cycle":{"cards":6,"tricks":2}`},
	{"snap", "bdad acbc abba", `"cycle":{"plays":48,"takes":6`},
	// Messages and options, typed into the console.
	{"console", "/settle " + sevens, "Won! All 52 cards are face up."},
	{"console", "/settle JJ77/865K/2T9A/Q3K6/8748/3T5Q/J7AT/3A6K/23K6/5T54/Q9J2/94Q4/A982", "Won! All 52 cards are face up."},
	{"console", "/beggar deal: 2 A / 3 players: 3", "players is for shuffled deals: leave it out, or leave out the deal."},
	{"console", "/snap deal: ab aa cards: 3", "cards is for shuffled deals: leave it out, or leave out the deal."},
}

// TestPasted runs the program with every text.
func TestPasted(t *testing.T) {
	t.Parallel()
	for _, c := range pasted {
		var out, errs bytes.Buffer
		args, typed := append([]string{"settle", "--json"}, strings.Fields(c.args)...), ""
		args = append(args, "--", c.text)
		if c.args == "console" {
			dir := t.TempDir()
			args, typed = []string{"console", "--traces", dir, "--db", filepath.Join(dir, "nonna.db")}, c.text
		}
		run(t.Context(), args, process{stdin: strings.NewReader(typed), stdout: &out, stderr: &errs})
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: %s\nis answered %s%swant %s", c.args, c.text, &out, &errs, c.want)
		}
	}
}
