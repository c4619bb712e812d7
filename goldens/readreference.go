package goldens

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// referredText returns the text that a reference stands for.
func (r *reader) referredText(n *yaml.Node) (string, error) {
	if r.version < 2 {
		return "", r.fail(n, `"as" in a golden of version %d: references begin with version 2`, r.version)
	}
	as, err := r.text(n)
	if err != nil {
		return "", err
	}
	call, number, section, ok := cutReference(as)
	if !ok {
		return "", r.fail(n, "as: want CALL/MESSAGE/SECTION, with messages counted from 1, not %.200q", as)
	}
	i, ok := r.index[call]
	if !ok {
		return "", r.fail(n, "as: refers to %q, which is not an earlier call", call)
	}
	switch all := len(r.calls[i].Messages); {
	case number < 1 || number > all:
		return "", r.fail(n, "as: refers to message %d of %s, which has %d", number, call, all)
	case number <= r.kept[i]:
		return "", r.fail(n, "as: message %d of %s is one that it extends: refer to the call that holds it",
			number, call)
	}
	held, ok := r.sectionsAt(messageAt{i, number - 1})[section]
	switch {
	case !ok:
		return "", r.fail(n, "as: message %d of %s has no section %q", number, call, section)
	case held.sections > 1:
		return "", r.fail(n, "as: message %d of %s has %d sections %q", number, call, held.sections, section)
	}
	if r.referred += len(held.text); r.referred > maxReferred {
		return "", r.fail(n, "references to more than %d bytes of text", maxReferred)
	}
	return held.text, nil
}

// referredFormat gives a call the format that a reference stands for.
func (r *reader) referredFormat(c *Call, n *yaml.Node) error {
	if r.version < 2 {
		return r.fail(n, `"format_as" in a golden of version %d: references begin with version 2`, r.version)
	}
	as, err := r.text(n)
	if err != nil {
		return err
	}
	i, ok := r.index[as]
	switch {
	case c.Format != nil:
		return r.fail(n, `both "format" and "format_as"`)
	case !ok:
		return r.fail(n, "format_as: refers to %q, which is not an earlier call", as)
	case r.calls[i].Format == nil:
		return r.fail(n, "format_as: %s has no format", as)
	}
	c.Format = r.calls[i].Format
	if r.referred += len(c.Format); r.referred > maxReferred {
		return r.fail(n, "references to more than %d bytes of text", maxReferred)
	}
	return nil
}

// sectionsAt returns the sections of a message by name. They are indexed once, so that many references to a message of
// many sections take no longer than reading both.
func (r *reader) sectionsAt(at messageAt) map[string]heldText {
	if held, ok := r.held[at]; ok {
		return held
	}
	if r.held == nil {
		r.held = map[messageAt]map[string]heldText{}
	}
	r.held[at] = textsByName(r.calls[at.call].Messages[at.message])
	return r.held[at]
}

// cutReference cuts CALL/MESSAGE/SECTION. Only the path of a call may hold slashes.
func cutReference(as string) (call string, message int, section string, ok bool) {
	end := strings.LastIndexByte(as, '/')
	if end < 0 {
		return "", 0, "", false
	}
	begin := strings.LastIndexByte(as[:end], '/')
	if begin < 0 {
		return "", 0, "", false
	}
	message, err := strconv.Atoi(as[begin+1 : end])
	return as[:begin], message, as[end+1:], err == nil
}
