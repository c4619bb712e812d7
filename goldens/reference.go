package goldens

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// minReferred is the length in bytes from which a text is referred to: a shorter one is read sooner than looked up.
const minReferred = 160

// references finds the first section of a file with a text, and the first call with a format, among earlier calls. A
// nil one finds none.
type references struct {
	first   map[string]string // by text: CALL/MESSAGE/SECTION
	formats map[string]string // by format: CALL
	bytes   int               // of what was referred to so far, for maxReferred
}

func newReferences() *references {
	return &references{first: map[string]string{}, formats: map[string]string{}}
}

// format returns the path of the first call with a format; empty if there is none.
func (r *references) format(format []byte) string {
	if r == nil || len(format) < minReferred {
		return ""
	}
	as := r.formats[string(format)]
	if as != "" {
		r.bytes += len(format)
	}
	return as
}

// find returns the reference to a text; empty if there is none.
func (r *references) find(text string) string {
	if r == nil || len(text) < minReferred {
		return ""
	}
	as := r.first[text]
	if as != "" {
		r.bytes += len(text)
	}
	return as
}

// add makes the format and the sections of a call known, except those of the first keep messages, which an earlier call
// holds. A section that its name alone does not find, since it holds a slash or another of that message has it too, is
// none to refer to.
func (r *references) add(c Call, keep int) error {
	if r == nil {
		return nil
	}
	if r.bytes > maxReferred {
		return fmt.Errorf("%w: references to more than %d bytes of text", ErrTooLarge, maxReferred)
	}
	if _, known := r.formats[string(c.Format)]; !known {
		r.formats[string(c.Format)] = c.Path
	}
	for i, m := range c.Messages[keep:] {
		r.addMessage(c.Path+"/"+strconv.Itoa(keep+i+1)+"/", m)
	}
	return nil
}

func (r *references) addMessage(at string, m pipeline.Message) {
	var held map[string]heldText
	for _, s := range m.Sections {
		if _, ok := r.first[s.Text]; ok || len(s.Text) < minReferred || strings.Contains(s.Name, "/") {
			continue
		}
		if held == nil {
			held = textsByName(m)
		}
		if held[s.Name].sections == 1 {
			r.first[s.Text] = at + s.Name
		}
	}
}

// messageAt is a message of a file: the index of its call and its own.
type messageAt struct{ call, message int }

// heldText is the text of the sections of one name in a message.
type heldText struct {
	text     string
	sections int
}

func textsByName(m pipeline.Message) map[string]heldText {
	held := make(map[string]heldText, len(m.Sections))
	for _, s := range m.Sections {
		held[s.Name] = heldText{s.Text, held[s.Name].sections + 1}
	}
	return held
}
