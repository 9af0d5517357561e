package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// apiError is an answer in the shape of Discord's errors.
type apiError struct {
	status, code int
	message      string
	// rule is the one that the bot broke, "" for none.
	rule Rule
	// form is what is wrong with the body.
	form form
}

func (e *apiError) Error() string { return fmt.Sprintf("%d: %s (%d)", e.status, e.message, e.code) }

func (e *apiError) body() any {
	out := object{"code": e.code, "message": e.message}
	if e.form != nil {
		out["errors"] = e.form.nested()
	}
	return out
}

func refuse(status, code int, message string) *apiError {
	return &apiError{status: status, code: code, message: message}
}

// breaks refuses what breaks a rule.
func breaks(rule Rule, status, code int) *apiError {
	return &apiError{status: status, code: code, message: string(rule), rule: rule}
}

func invalidJSON(err error) *apiError {
	return refuse(http.StatusBadRequest, 50109, "The request body contains invalid JSON: "+err.Error())
}

// form is everything that is wrong with a body: Discord reports all of it at
// once, nested as the body is.
type form []formError

type formError struct {
	rule Rule
	path string // "embeds.0.title"
	text string
}

// refusal is the answer to a body with which something is wrong, else nil.
func (f form) refusal() error {
	if f == nil {
		return nil
	}
	return &apiError{status: http.StatusBadRequest, code: 50035, message: "Invalid Form Body", form: f}
}

// add notes that what lies at a path breaks a rule.
func (f *form) add(rule Rule, path, text string, args ...any) {
	e := formError{rule, strings.TrimPrefix(path, "."), fmt.Sprintf(text, args...)}
	if !slices.Contains(*f, e) { // alternatives of a union may want the same
		*f = append(*f, e)
	}
}

// nested turns "embeds.0.title" into {"embeds":{"0":{"title":{"_errors":[…]}}}}.
func (f form) nested() object {
	root := object{}
	for _, e := range f {
		at := root
		for key := range strings.SplitSeq(e.path, ".") {
			if key == "" {
				continue
			}
			if at[key] == nil {
				at[key] = object{}
			}
			at, _ = at[key].(object)
		}
		errs, _ := at["_errors"].([]any)
		at["_errors"] = append(errs, object{"code": "INVALID", "message": e.text})
	}
	return root
}
