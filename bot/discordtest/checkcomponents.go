package discordtest

// The limits of components.
const (
	MaxRows          = 5
	MaxRowButtons    = 5
	MaxSelectOptions = 25
	MaxCustomID      = 100
	MaxButtonLabel   = 80
	MaxOptionText    = 100
	MaxPlaceholder   = 150
	MaxModalTitle    = 45
	MaxModalInputs   = 5
	MaxInputLabel    = 45
	MaxInput         = 4000
)

const flagComponentsV2 = 1 << 15

// components checks the rows of a message. Messages of the newer kind are
// shaped otherwise; of them only ids and controls are checked.
func (k checker) components(list []Component, v2 bool) {
	seen := map[string]bool{}
	if !v2 {
		k.count(RuleComponents, "components", len(list), MaxRows)
	}
	for i, c := range list {
		at := k.in("components", i)
		if !v2 && c.Type != TypeRow {
			at.fail(RuleComponents, "type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			continue
		}
		at.tree(c, seen, 0)
	}
}

// tree checks a component with all that is in it; seen are the custom ids of
// the whole message or dialog.
func (k checker) tree(c Component, seen map[string]bool, depth int) {
	if depth > maxComponentNesting {
		k.fail(RuleComponents, "", "COMPONENT_MAX_DEPTH", "Components are nested too deeply")
		return
	}
	k.customID(c, seen)
	switch c.Type {
	case TypeRow:
		k.row(c)
	case TypeButton:
		k.button(c)
	case TypeStringSelect:
		k.menu(c)
	case TypeTextInput:
		k.input(c)
	}
	for i, inner := range c.Components {
		k.in("components", i).tree(inner, seen, depth+1)
	}
	if c.Component != nil {
		k.in("component").tree(*c.Component, seen, depth+1)
	}
}

// interactive tells whether a component needs an id to come back with.
func interactive(c Component) bool {
	switch c.Type {
	case TypeButton:
		return c.Style != buttonStyleLink && c.Style != buttonStylePremium
	case TypeStringSelect, TypeTextInput, TypeUserSelect, TypeRoleSelect, TypeMentionSelect, TypeChannelSelect:
		return true
	}
	return false
}

func (k checker) customID(c Component, seen map[string]bool) {
	if !interactive(c) {
		if c.CustomID != "" {
			k.fail(RuleCustomID, "custom_id", "COMPONENT_CUSTOM_ID_NOT_ALLOWED", "only controls have a custom id")
		}
		return
	}
	k.between(RuleCustomID, "custom_id", c.CustomID, MaxCustomID)
	if seen[c.CustomID] && c.CustomID != "" {
		k.fail(RuleCustomID, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	seen[c.CustomID] = true
}

// row holds one to five buttons, or one menu, or one input.
func (k checker) row(c Component) {
	if len(c.Components) == 0 {
		k.fail(RuleComponents, "components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", MaxRowButtons)
	}
	buttons := 0
	for _, inner := range c.Components {
		if inner.Type == TypeButton {
			buttons++
		}
	}
	k.count(RuleComponents, "components", buttons, MaxRowButtons)
	if buttons < len(c.Components) && len(c.Components) > 1 {
		k.fail(RuleComponents, "components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
			"a menu or an input fills a row by itself")
	}
}

func (k checker) button(c Component) {
	k.most(RuleButton, "label", c.Label, MaxButtonLabel)
	switch {
	case c.Style == buttonStylePremium:
		return
	case c.Style < 1 || c.Style > buttonStylePremium:
		k.fail(RuleButton, "style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
	case c.Style == buttonStyleLink && c.URL == "":
		k.fail(RuleButton, "url", "BASE_TYPE_REQUIRED", "A url is required")
	case c.Style != buttonStyleLink && c.URL != "":
		k.fail(RuleButton, "url", "BUTTON_COMPONENT_URL_NOT_ALLOWED", "only a link button has a url")
	}
	if c.Label == "" && (c.Emoji == nil || c.Emoji.ID+c.Emoji.Name == "") {
		k.fail(RuleButton, "label", "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or an emoji")
	}
}

func (k checker) menu(c Component) {
	k.most(RuleSelect, "placeholder", c.Placeholder, MaxPlaceholder)
	if len(c.Options) == 0 || len(c.Options) > MaxSelectOptions {
		k.fail(RuleSelect, "options", "BASE_TYPE_BAD_LENGTH",
			"Must be between 1 and %d in length. (found %d)", MaxSelectOptions, len(c.Options))
	}
	if c.MaxValues != nil && *c.MaxValues > len(c.Options) {
		k.fail(RuleSelect, "max_values", "SELECT_COMPONENT_MAX_VALUES", "more values than there are options")
	}
	values := map[string]bool{}
	for i, o := range c.Options {
		at := k.in("options", i)
		at.between(RuleSelect, "label", o.Label, MaxOptionText)
		at.between(RuleSelect, "value", o.Value, MaxOptionText)
		at.most(RuleSelect, "description", o.Description, MaxOptionText)
		if values[o.Value] {
			at.fail(RuleSelect, "value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
	}
}

func (k checker) input(c Component) {
	k.most(RuleModal, "label", c.Label, MaxInputLabel)
	k.most(RuleModal, "placeholder", c.Placeholder, MaxOptionText)
	k.most(RuleModal, "value", c.Value, MaxInput)
	if c.Style != 1 && c.Style != 2 {
		k.fail(RuleModal, "style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
	}
	if c.MaxLength != nil {
		k.most(RuleModal, "value", c.Value, *c.MaxLength)
	}
}

func (k checker) modal(m Modal) {
	k.between(RuleCustomID, "custom_id", m.CustomID, MaxCustomID)
	k.between(RuleModal, "title", m.Title, MaxModalTitle)
	if n := len(m.Components); n < 1 || n > MaxModalInputs {
		k.fail(RuleModal, "components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length. (found %d)", MaxModalInputs, n)
	}
	seen := map[string]bool{}
	for i, c := range m.Components {
		at := k.in("components", i)
		at.tree(c, seen, 0)
		// An input in a row brings its own label; in a [TypeLabel] that does.
		for j, inner := range c.Components {
			if inner.Type == TypeTextInput && inner.Label == "" {
				at.in("components", j).between(RuleModal, "label", "", MaxInputLabel)
			}
		}
		if c.Type == TypeLabel {
			at.between(RuleModal, "label", c.Label, MaxInputLabel)
		}
	}
}

// choices checks suggestions: at most 25, with names of at most 100
// characters, and texts as long.
func (k checker) choices(list []Choice) {
	k.count(RuleAutocomplete, "choices", len(list), MaxSelectOptions)
	for i, c := range list {
		at := k.in("choices", i)
		at.between(RuleAutocomplete, "name", c.Name, MaxOptionText)
		for locale, name := range c.NameLocalizations {
			at.in("name_localizations").between(RuleAutocomplete, locale, name, MaxOptionText)
		}
		if text, ok := c.Value.(string); ok {
			at.most(RuleAutocomplete, "value", text, MaxOptionText)
		} else if _, ok := c.Value.(float64); !ok {
			at.fail(RuleAutocomplete, "value", "BASE_TYPE_REQUIRED", "This field is required")
		}
	}
}
