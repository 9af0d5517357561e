package server

import (
	"fmt"
	"strconv"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store/setting"
)

// allSettings returns the settings in the order in which they are shown.
func allSettings() []setting.Setting { return setting.All(words.Languages()) }

// settingOption returns the option that changes a setting.
func settingOption(one setting.Setting) commands.Option {
	o := commands.Option{Name: one.Name}
	switch one.Kind() {
	case setting.Switch:
		o.Type = commands.BoolOption
		if one.Choices != nil {
			o.Type, o.Choices = commands.TextOption, commands.Choices(one.Choices...)
		}
	case setting.Text:
		o.Type, o.Choices = commands.TextOption, commands.Choices(one.Choices...)
	case setting.Duration:
		o.Type, o.Max = commands.IntOption, int64(one.Max/time.Second)
	case setting.Channel:
		o.Type = commands.ChannelOption
	}
	return o
}

// filledIn returns the values of the settings that a request changes, in their stored
// form, by name.
func filledIn(req commands.Request) map[string]string {
	values := map[string]string{}
	for _, one := range allSettings() {
		switch v := req.Options[one.Name].(type) {
		case nil:
		case int64:
			values[one.Name] = strconv.FormatInt(v*int64(time.Second/time.Millisecond), 10)
		default:
			values[one.Name] = fmt.Sprint(v)
			if one.Kind() == setting.Switch && one.Choices != nil {
				values[one.Name] = strconv.FormatBool(v == one.Choices[1])
			}
		}
	}
	return values
}

// settingLine says what a value of a setting means.
func settingLine(p commands.Printer, one setting.Setting, c setting.Values) string {
	id, value := "config."+one.Name, one.Value(c)
	args := words.Args{"option": p.OptionName("config set", commands.Private().Name), "records": p.Typed("records")}
	switch kind := one.Kind(); {
	case kind == setting.Switch && value == "true":
		return p.Say(id+"-on", args)
	case kind == setting.Switch:
		return p.Say(id+"-off", args)
	case value == one.Default():
		return p.Say(id+"-none", nil)
	case kind == setting.Text:
		return p.Say(id+"-"+value, nil)
	case kind == setting.Channel:
		return p.Say(id, words.Args{"channel": "<#" + value + ">"})
	}
	ms, _ := strconv.ParseInt(value, 10, 64) // the stored form of a duration
	return p.Count(id, ms/1000)
}
