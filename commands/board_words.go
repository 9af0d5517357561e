package commands

import (
	"nonna/commands/words"
	"nonna/store"
)

// gameTitle names a game by the name of its command.
func gameTitle(p *words.Printer, game string) string { return p.Say("game."+game, nil) }

// boardName names a game and what competes in it.
func boardName(p *words.Printer, game, division string) string {
	return gameTitle(p, game) + ", " + divisionName(p, game, division)
}

// boardTitle names a board.
func boardTitle(p *words.Printer, d store.Division) string {
	if d.Kind == store.Loops {
		return p.Say("server.loops", words.Args{"board": boardName(p, d.Game, d.Division)})
	}
	return boardName(p, d.Game, d.Division)
}

// cardsOf and tricksOf count what a game is ranked by: in Snap they are plays
// and takes.
func cardsOf(p *words.Printer, game string, n int64) string {
	if game == "snap" {
		return p.Count("count.plays", n)
	}
	return p.Count("count.cards", n)
}

func tricksOf(p *words.Printer, game string, n int64) string {
	if game == "snap" {
		return p.Count("count.takes", n)
	}
	return p.Count("count.tricks", n)
}

// someone is a name made safe for markdown, or "somebody".
func someone(p *words.Printer, name string) string {
	return Escape(plainName(p, name))
}

// plainName is [someone] where there is no markdown. Names were stored as they
// came.
func plainName(p *words.Printer, name string) string {
	if name = legible(name); name == "" {
		return p.Say("standing.somebody", nil)
	}
	return name
}

// owner names who played a game: nobody who keeps their name from others, since
// others may read it with them.
func owner(p *words.Printer, e store.Entry) string {
	if e.NameHidden {
		return someone(p, "")
	}
	return someone(p, e.UserName)
}

// entryLine is an entry in markdown, without its place.
func entryLine(p *words.Printer, game string, e store.Entry) string {
	return "**" + cardsOf(p, game, e.Plays) + "**, " + tricksOf(p, game, e.Takes) + " · " + owner(p, e)
}

// plainLine is the same where there is no markdown.
func plainLine(p *words.Printer, game string, e store.Entry) string {
	return cardsOf(p, game, e.Plays) + ", " + tricksOf(p, game, e.Takes) + " · " + plainOwner(p, e)
}

// plainOwner is [owner] where there is no markdown.
func plainOwner(p *words.Printer, e store.Entry) string {
	if e.NameHidden {
		return plainName(p, "")
	}
	return plainName(p, e.UserName)
}
