package commands

// Sentence is the id of a message that the router or an adapter says itself.
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
	// SayCooldown uses when, and wait, a length of time: the server asks its members
	// to wait that long between two commands.
	SayCooldown Sentence = "router.cooldown"
	// SayFailed uses ref, the reference number in the log.
	SayFailed Sentence = "router.failed"
	// SayUnwritable uses ref: the database can be read, but not written to.
	SayUnwritable Sentence = "router.unwritable"
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
	// SayFileTakesMore uses option.
	SayFileTakesMore Sentence = "router.file-takes-more"
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
	// SayCutOff uses nothing; it ends a text that was longer than the platform shows.
	SayCutOff Sentence = "adapter.cut-off"
	// SayFileLeftOut uses name, size and limit: a file of a reply that is too large to be sent.
	SayFileLeftOut Sentence = "adapter.file-left-out"
	// SayFormTooLate uses nothing: a form could not be opened in time.
	SayFormTooLate Sentence = "adapter.form-too-late"
	// SayBusy uses nothing: too many requests of everyone at once.
	SayBusy Sentence = "adapter.busy"
)
