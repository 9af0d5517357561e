package commands

import (
	"nonna/commands/words"
	"nonna/engine/game"
)

// FormState is a button that opens a form for a deal.
type FormState struct {
	// Options are those that the deal is read with, "deck=italian".
	Options string
}

// FormControl opens a form for a deal of the game whose command it belongs to, and is that form.
const FormControl Control[FormState] = "form"

// FormButtons returns a button that opens a form for a deal, and one for each other
// value that the game's deals are read with, such as another deck.
func FormButtons(p Printer, g *game.Game) []Row {
	buttons := []Button{p.Button(FormControl.ID(g.Name, FormState{}), "button.type-in").As(Primary)}
	for _, param := range g.Params {
		if !param.Read {
			continue
		}
		for _, value := range param.Others() {
			buttons = append(buttons, Button{
				ID: FormControl.ID(g.Name, FormState{game.Options{param.Name: value}.String()}), Label: p.Say("button.type-in-other", words.Args{
					"choice": p.ChoiceName(g.Name, param.Name, value),
				}),
			})
		}
	}
	return []Row{{Buttons: buttons}}
}
