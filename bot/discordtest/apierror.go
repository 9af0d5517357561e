package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"sort"
	"strings"
)

// The codes of Discord's errors that are used here.
const (
	CodeGeneral             = 0
	CodeUnknownChannel      = 10003
	CodeUnknownGuild        = 10004
	CodeUnknownMessage      = 10008
	CodeUnknownUser         = 10013
	CodeUnknownWebhook      = 10015
	CodeUnknownInteraction  = 10062
	CodeUnknownCommand      = 10063
	CodeTooManyCommands     = 30032
	CodeTooManyCreates      = 30034
	CodeRequestTooLarge     = 40005
	CodeAlreadyAcknowledged = 40060
	CodeTooManyFollowups    = 40094
	CodeNotAuthor           = 50005
	CodeEmptyMessage        = 50006
	CodeInvalidToken        = 50027
	CodeInvalidForm         = 50035
	CodeInvalidJSON         = 50109
)

// apiError is an answer in the shape of Discord's errors.
type apiError struct {
	status  int
	code    int
	message string
	form    *formErrors
}

func (e *apiError) Error() string { return fmt.Sprintf("%d: %s (%d)", e.status, e.message, e.code) }

func (e *apiError) body() any {
	out := map[string]any{"code": e.code, "message": e.message}
	if e.form != nil {
		out["errors"] = e.form.nested()
	}
	return out
}

func notFound(code int, message string) *apiError {
	return &apiError{status: http.StatusNotFound, code: code, message: message}
}

// formErrors collects everything that is wrong with a body: Discord reports
// all of it at once, nested as the body is.
type formErrors struct{ list []formError }

type formError struct {
	path       string // "embeds.0.title"
	code, text string
	rule       Rule
}

// add notes that what lies at path breaks a rule; code and text are those that
// Discord shows.
func (f *formErrors) add(rule Rule, path, code, format string, args ...any) {
	f.list = append(f.list, formError{path, code, fmt.Sprintf(format, args...), rule})
}

// forget takes out what breaks that rule.
func (f *formErrors) forget(rule Rule) {
	f.list = slices.DeleteFunc(f.list, func(e formError) bool { return e.rule == rule })
}

func (f *formErrors) empty() bool { return len(f.list) == 0 }

func (f *formErrors) err() *apiError {
	return &apiError{
		status: http.StatusBadRequest, code: CodeInvalidForm,
		message: "Invalid Form Body", form: f,
	}
}

// nested turns "embeds.0.title" into {"embeds":{"0":{"title":{"_errors":[…]}}}}.
func (f *formErrors) nested() map[string]any {
	root := map[string]any{}
	list := append([]formError(nil), f.list...)
	sort.SliceStable(list, func(i, j int) bool { return list[i].path < list[j].path })
	for _, e := range list {
		at := root
		for _, key := range strings.Split(e.path, ".") {
			if key == "" {
				continue
			}
			next, ok := at[key].(map[string]any)
			if !ok {
				next = map[string]any{}
				at[key] = next
			}
			at = next
		}
		errs, _ := at["_errors"].([]any)
		at["_errors"] = append(errs, map[string]any{"code": e.code, "message": e.text})
	}
	return root
}
