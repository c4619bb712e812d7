package server

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// mostPartial is how many bytes of a failed answer are kept: it is only shown, and nothing depends on it.
const mostPartial = 64 << 10

// Partial returns the kept part of a failed answer. The end of the text says what was cut off.
func Partial(r pipeline.Response) pipeline.Response {
	left := mostPartial
	r.Content = cutTo(r.Content, &left)
	r.Reasoning = cutTo(r.Reasoning, &left)
	for i, c := range r.ToolCalls {
		if size := len(c.Name) + len(c.Arguments); size <= left {
			left -= size
			continue
		}
		more := fmt.Sprintf("… more was cut off (tool calls: %d)", len(r.ToolCalls)-i)
		r.Content, r.ToolCalls = strings.TrimLeft(r.Content+"\n"+more, "\n"), r.ToolCalls[:i]
		break
	}
	return r
}

// cutTo cuts a text to what is left to keep.
func cutTo(text string, left *int) string {
	if len(text) <= *left {
		*left -= len(text)
		return text
	}
	kept := strings.ToValidUTF8(text[:*left], "")
	*left = 0
	return fmt.Sprintf("%s… more was cut off (%d bytes)", kept, len(text)-len(kept))
}
