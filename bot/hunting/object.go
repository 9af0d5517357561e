package hunting

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// member is a member of a JSON object. Its value is a string, a number or a json.RawMessage.
type member struct {
	name  string
	value any
}

// object returns a JSON object as a line with its line end, its members in their order.
func object(members ...member) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i, m := range members {
		b.WriteByte("{,"[min(i, 1)])
		_ = enc.Encode(m.name) // strings and numbers can be encoded
		b.Truncate(b.Len() - len("\n"))
		b.WriteByte(':')
		_ = enc.Encode(m.value)
		b.Truncate(b.Len() - len("\n"))
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// parse returns the members of a JSON object.
func parse(line []byte) (map[string]json.RawMessage, error) {
	var o map[string]json.RawMessage
	if err := json.Unmarshal(line, &o); err != nil || o == nil {
		return nil, errors.New("this is not a JSON object")
	}
	return o, nil
}

// get decodes a member of an object, which must be there.
func get(o map[string]json.RawMessage, name string, into any) error {
	raw, ok := o[name]
	if !ok {
		return fmt.Errorf("%q is missing", name)
	}
	if string(raw) == "null" || json.Unmarshal(raw, into) != nil {
		return fmt.Errorf("%q must be %s", name, kindOf(into))
	}
	return nil
}

func kindOf(into any) string {
	switch into.(type) {
	case *string:
		return "a text"
	case *float64:
		return "a number"
	}
	return "a whole number in range"
}

// firstOf returns the first of errors that were joined.
func firstOf(err error) error {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		return list.Unwrap()[0]
	}
	return err
}
