package discordtest

// validate checks everything about a request that needs no memory of others:
// every limit, and the published specification. What was read on the way stays
// in the call for its endpoint. A body that breaks a limit is answered as
// Discord does, and every broken limit is a [Violation].
func (s *Server) validate(c *call) error {
	form := &formErrors{}
	k := checker{form: form}
	if err := c.check(k); err != nil {
		return err
	}
	if form.empty() {
		s.checkSpec(c, form)
	}
	for _, e := range form.list {
		s.violate(e.rule, c.where(), trimDot(e.path+".")+": "+e.text)
	}
	// Discord changes a bad file name without a word.
	form.forget(RuleFileName)
	if form.empty() {
		return nil
	}
	return form.err()
}

// check reads the body as what its route takes, and checks its limits.
func (c *call) check(k checker) error {
	//nolint:exhaustive // the others take no body, or one that only the endpoint can judge
	switch c.route {
	case RouteCallback:
		return c.checkCallback(k)
	case RouteFollowup, RouteOriginalEdit, RouteFollowupEdit, RouteMessageCreate, RouteMessageEdit:
		return c.checkMessage(k, rootPath)
	case RouteCommandCreate, RouteGuildCommandCreate:
		var cmd Command
		if err := c.decode(&cmd); err != nil {
			return err
		}
		k.command(cmd)
	case RouteCommandsPut, RouteGuildCommandsPut:
		var list []Command
		if err := c.decode(&list); err != nil {
			return err
		}
		k.commandList(list)
	}
	return nil
}

func (c *call) checkMessage(k checker, at bodyPath) error {
	p, err := c.messagePayload(at)
	if err != nil {
		return err
	}
	k.at = string(at)
	k.message(p)
	c.mentions(p)
	c.message = p
	return nil
}

func (c *call) checkCallback(k checker) error {
	var kind struct {
		Type int `json:"type"`
	}
	if err := c.decode(&kind); err != nil {
		return err
	}
	c.first = &Callback{Type: kind.Type, JSON: c.rec.JSON}
	at := k.in("data")
	switch kind.Type {
	case CallbackModal:
		c.first.Modal = &Modal{}
		if err := c.decodeData(c.first.Modal); err != nil {
			return err
		}
		at.modal(*c.first.Modal)
	case CallbackAutocomplete:
		var data struct {
			Choices []Choice `json:"choices"`
		}
		if err := c.decodeData(&data); err != nil {
			return err
		}
		c.first.Choices = data.Choices
		at.choices(data.Choices)
	case CallbackMessage, CallbackDeferred, CallbackDeferredUpdate, CallbackUpdate:
		if err := c.checkMessage(k, dataPath); err != nil {
			return err
		}
		c.checkDeferred(at)
	default:
		k.fail(RuleCallbackType, "type", "BASE_TYPE_CHOICES", "%d is not a type of callback", kind.Type)
	}
	return nil
}

// checkDeferred: "thinking…" can only be ephemeral or not. Discord drops the
// rest without a word, so a bot that sends it has lost it.
func (c *call) checkDeferred(at checker) {
	if c.first.Type != CallbackDeferred && c.first.Type != CallbackDeferredUpdate {
		return
	}
	if !c.message.blank() {
		at.fail(RuleDeferred, "content", "DEFERRED_CONTENT", "a deferred answer carries nothing but whether it is ephemeral")
	}
	if c.message.Flags&^FlagEphemeral != 0 {
		at.fail(RuleDeferred, "flags", "DEFERRED_FLAGS", "a deferred answer takes no flag but ephemeral")
	}
}
