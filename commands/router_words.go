package commands

import (
	"strconv"
	"strings"

	"nonna/commands/words"
)

// Sentence names one of the things a router or an adapter says on its own
// account. The names are the ids of messages to translate.
type Sentence string

// The sentences, with the arguments each may use.
const (
	// SayUnknownCommand uses command and help, the name of the command that lists all.
	SayUnknownCommand Sentence = "router.unknown-command"
	// SayNeedsManageGuild uses command.
	SayNeedsManageGuild Sentence = "router.needs-manage-guild"
	// SayNotHere uses command.
	SayNotHere Sentence = "router.not-here"
	// SayTooFast uses when, a Discord timestamp such as <t:1790000000:R>.
	SayTooFast Sentence = "router.too-fast"
	// SayGuildTooFast uses when: not this user alone but the whole server.
	SayGuildTooFast Sentence = "router.guild-too-fast"
	// SayCooldown uses when, and wait, a length of time: the server asks its members
	// to wait that long between two commands.
	SayCooldown Sentence = "router.cooldown"
	// SayFailed uses ref, the reference number in the log.
	SayFailed Sentence = "router.failed"
	// SayTooSlow uses ref and limit, a length of time such as "1 minute".
	SayTooSlow Sentence = "router.too-slow"
	// SayRestarting uses nothing.
	SayRestarting Sentence = "router.restarting"
	// SayOldButton uses nothing: a button from an old message, or a forged one.
	SayOldButton Sentence = "router.old-button"
	// SayUnknownOption uses option.
	SayUnknownOption Sentence = "router.unknown-option"
	// SayMissingOption uses option.
	SayMissingOption Sentence = "router.missing-option"
	// SayMissingChoice uses option and choices.
	SayMissingChoice Sentence = "router.missing-choice"
	// SayWrongType uses option.
	SayWrongType Sentence = "router.wrong-type"
	// SayNotAChoice uses option, value and choices.
	SayNotAChoice Sentence = "router.not-a-choice"
	// SayOutOfRange uses option, min and max.
	SayOutOfRange Sentence = "router.out-of-range"
	// SayWrongLength uses option, min and max.
	SayWrongLength Sentence = "router.wrong-length"
	// SayTooLong uses option, length and max, where any shorter text will do.
	SayTooLong Sentence = "router.too-long"
	// SayNeedsSub uses command and subs.
	SayNeedsSub Sentence = "router.needs-sub"
	// SayMinutes and SaySeconds use count, SayBoth uses first and last: a length of
	// time is put together from them.
	SayMinutes Sentence = "count.minutes"
	SaySeconds Sentence = "count.seconds"
	SayBoth    Sentence = "list.and"
	// SayFileTooBig uses name and limit: an attachment over [MaxAttachment].
	SayFileTooBig Sentence = "adapter.file-too-big"
	// SayFileUnreadable uses name: an attachment that could not be fetched.
	SayFileUnreadable Sentence = "adapter.file-unreadable"
	// SayCutOff uses nothing; it stands where a text was longer than the
	// platform shows.
	SayCutOff Sentence = "adapter.cut-off"
	// SayFileLeftOut uses name and reason: a file of a reply that could not be sent.
	SayFileLeftOut Sentence = "adapter.file-left-out"
	// SayFormTooLate uses nothing: a form could not be opened in time.
	SayFormTooLate Sentence = "adapter.form-too-late"
	// SayBusy uses nothing: too many requests of everyone at once.
	SayBusy Sentence = "adapter.busy"
)

// Say words a sentence for whoever made the request; "" leaves it to
// [English]. Arguments are safe to put into markdown; one named count chooses the
// plural form.
type Say func(req Request, s Sentence, args map[string]string) string

// SayFrom returns the [Say] that takes its words from a book: in the language of
// whoever asked, but for what stands within a reply that others may read.
func SayFrom(book *words.Book) Say {
	t := tongue{book}
	return func(req Request, s Sentence, args map[string]string) string {
		say := t.of(req, s != SayCutOff && s != SayFileLeftOut)
		if !say.Has(string(s)) {
			return ""
		}
		values := make(words.Args, len(args))
		for name, value := range args {
			values[name] = value
		}
		if n, err := strconv.ParseInt(args[words.Count], 10, 64); err == nil {
			values[words.Count] = n
		}
		return say.Say(string(s), values)
	}
}

// English words a sentence in English, without a book.
func English(s Sentence, args map[string]string) string {
	pairs := make([]string, 0, 2*len(args))
	for name, value := range args {
		pairs = append(pairs, "{"+name+"}", value)
	}
	text := english(s)
	if args[words.Count] == "1" {
		text = strings.TrimSuffix(text, "s") // the units of time are all that is counted
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func english(s Sentence) string {
	text := map[Sentence]string{
		SayUnknownCommand:   "I do not know the command “{command}”. `/{help}` lists what I can do.",
		SayNeedsManageGuild: "Only members who may manage this server can use `/{command}`.",
		SayNotHere:          "`/{command}` cannot be used in this kind of conversation.",
		SayTooFast:          "That was a lot at once. Please try again {when}.",
		SayGuildTooFast:     "This server is keeping me very busy. Please try again {when}.",
		SayCooldown:         "On this server members wait {wait} between two commands. Please try again {when}.",
		SayFailed:           "Sorry, something went wrong on my side. Reference: `{ref}`",
		SayTooSlow:          "This took more than {limit}, so I stopped. Please try something smaller. Reference: `{ref}`",
		SayRestarting:       "I am being restarted. Please ask me again in a minute.",
		SayOldButton:        "That button does not lead anywhere any more. Please use the command again.",
		SayUnknownOption:    "There is no option `{option}:` here.",
		SayMissingOption:    "`{option}:` is missing.",
		SayMissingChoice:    "`{option}:` is missing: it can be {choices}.",
		SayWrongType:        "I cannot read what stands at `{option}:`.",
		SayNotAChoice:       "`{option}:` can be {choices}, not “{value}”.",
		SayOutOfRange:       "`{option}:` must be from {min} to {max}.",
		SayWrongLength:      "`{option}:` must be {min} to {max} characters long.",
		SayTooLong:          "`{option}:` is {length} characters long; at most {max} can be taken.",
		SayNeedsSub:         "`/{command}` needs one of: {subs}.",
		SayMinutes:          "{count} minutes",
		SaySeconds:          "{count} seconds",
		SayBoth:             "{first} and {last}",
		SayFileTooBig:       "The file {name} is too large: I read files of up to {limit}.",
		SayFileUnreadable:   "I could not fetch the file {name} from Discord. Please attach it again.",
		SayCutOff:           "… (cut off: too long to show)",
		SayFileLeftOut:      "The file {name} was left out: {reason}.",
		SayFormTooLate:      "It took me too long to open the form. Please try again.",
		SayBusy:             "I have my hands full just now. Please try again in a minute.",
	}[s]
	if text == "" {
		return string(s) // a sentence of nobody's: better its name than nothing
	}
	return text
}
