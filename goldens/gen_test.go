package goldens

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"pgregory.net/rapid"
)

// nasty lists pieces that YAML writers and readers are known to get wrong.
var nasty = []string{
	"", " ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "   \n", "\t\n", "---", "\n---\n", "...", "\n...\n", "#",
	" # no comment", ": ", ":", "- ", "? ",
	"|", ">", "%YAML 1.2\n", "&a", "*a", "!!str", "@", "`", "'", `"`, `\`, `\n`, "{", "}", "[", "]", ",", "{{.Name}}",
	"null", "~", "yes", "No", "on",
	"true", "1e3", "0x1f", "0o7", "12:30:00", "2001-01-01", "=", "<<", ".inf", ".nan", "-1", "+1", "1_000", "0", "\x00",
	"\x1b[31m", "\x07", "\x7f", "\u0080",
	"\u0085", "\u009f", "\u00a0", "\u00ad", "\u200b", "\u200d", "\u200e", "\u2028", "\u2029", "\u202e", "\u3000",
	"\ufeff", "\ufffd", "\ufffe", "\uffff", "\ufdd0",
	"😀", "👩‍👩‍👧", "🇨🇳", "e\u0301", "記憶", "退款政策。", "שלום", "\U0001fffe", "\U0010ffff", "\U000e0001", "a", "word",
	"two words", "a line\n", "end", "<<<<<<< HEAD\n", "\n<<<<<<< HEAD\n", "\n=======\n", "\n>>>>>>> feature\n",
}

// long lists texts that a later call refers to, or just not.
var long = []string{
	strings.Repeat("退款政策。\n", 20), strings.Repeat(" \r\n\ufeff", 60), strings.Repeat("a", minReferred-1),
}

func text() *rapid.Generator[string] {
	piece := rapid.OneOf(rapid.SampledFrom(nasty), rapid.SampledFrom(nasty), rapid.String())
	joined := rapid.Map(rapid.SliceOfN(piece, 0, 12), func(s []string) string { return strings.Join(s, "") })
	return rapid.OneOf(
		rapid.SampledFrom(nasty), rapid.SampledFrom(nasty), rapid.SampledFrom(nasty), rapid.SampledFrom(long), joined,
		joined, joined, joined,
		rapid.Map(piece, func(s string) string { return strings.Repeat(s, 1+2000/(1+len(s))) }),
	)
}

// word draws texts that often repeat.
func word() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom([]string{"a", "b", "a/1/b", "main", "router", "lookup_order", "a@2", "tool"}),
		rapid.SampledFrom(nasty), text())
}

func sections() *rapid.Generator[[]pipeline.Section] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pipeline.Section {
		return pipeline.Section{Name: word().Draw(t, "name"), Text: text().Draw(t, "text")}
	}), 0, 3)
}

func message() *rapid.Generator[pipeline.Message] {
	toolCall := rapid.Custom(func(t *rapid.T) pipeline.ToolCall {
		return pipeline.ToolCall{ID: word().Draw(t, "id"), Name: word().Draw(t, "name"),
			Arguments: text().Draw(t, "arguments")}
	})
	free := rapid.Custom(func(t *rapid.T) pipeline.Message {
		m := pipeline.Message{Role: word().Draw(t, "role"), Sections: sections().Draw(t, "sections")}
		if rapid.IntRange(0, 3).Draw(t, "calls") == 0 {
			m.ToolCalls = rapid.SliceOfN(toolCall, 0, 2).Draw(t, "tool calls")
			m.ToolCallID, m.Name = word().Draw(t, "call id"), word().Draw(t, "of")
		}
		if rapid.IntRange(0, 3).Draw(t, "fields") == 0 {
			m.Fields = value().Draw(t, "other fields")
		}
		return m
	})
	// Often the same few messages, so that calls have a beginning in common.
	return rapid.OneOf(free, rapid.SampledFrom([]pipeline.Message{
		pipeline.Text(pipeline.RoleSystem, "Base", "You are\na beaver.\n"), pipeline.Text(pipeline.RoleUser, "Message",
			"hi"), {}, {Role: pipeline.RoleUser},
	}))
}

// longMessage draws a message whose texts are often in another one too.
func longMessage() *rapid.Generator[pipeline.Message] {
	section := rapid.Custom(func(t *rapid.T) pipeline.Section {
		return pipeline.Section{Name: rapid.SampledFrom([]string{"a", "a/1/b"}).Draw(t, "name"),
			Text: rapid.SampledFrom(long).Draw(t, "text")}
	})
	return rapid.Custom(func(t *rapid.T) pipeline.Message {
		return pipeline.Message{Role: "a", Sections: rapid.SliceOfN(section, 1, 2).Draw(t, "long sections")}
	})
}

// value returns a JSON value in canonical form.
func value() *rapid.Generator[json.RawMessage] {
	return rapid.Custom(func(t *rapid.T) json.RawMessage { return appendValue(t, nil, 3) })
}

func appendValue(t *rapid.T, b []byte, depth int) []byte {
	switch rapid.IntRange(0, 2+2*min(depth, 1)).Draw(t, "kind") {
	case 0:
		return append(b, rapid.SampledFrom([]string{"null", "true", "false", "0", "-0", "1.50", "1E+400", "-12e-3",
			"123456789012345678901"}).Draw(t, "literal")...)
	case 1, 2:
		return jsonvalue.AppendString(b, text().Draw(t, "string"))
	case 3:
		b = append(b, '[')
		for i := range rapid.IntRange(0, 3).Draw(t, "items") {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(t, b, depth-1)
		}
		return append(b, ']')
	}
	b = append(b, '{')
	for i := range rapid.IntRange(0, 3).Draw(t, "members") {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsonvalue.AppendString(b, strconv.Itoa(i)+text().Draw(t, "key")), ':')
		b = appendValue(t, b, depth-1)
	}
	return append(b, '}')
}

func tool() *rapid.Generator[pipeline.Tool] {
	return rapid.Custom(func(t *rapid.T) pipeline.Tool {
		tool := pipeline.Tool{Name: word().Draw(t, "name"),
			Description: rapid.SampledFrom(nasty).Draw(t, "description")}
		if rapid.Bool().Draw(t, "has parameters") {
			tool.Parameters = value().Draw(t, "parameters")
		}
		return tool
	})
}

func file() *rapid.Generator[*File] {
	call := rapid.Custom(func(t *rapid.T) Call {
		path := rapid.OneOf(rapid.SampledFrom([]string{"a", "a/1", "a/1/b", "b"}), text())
		c := Call{Path: path.Draw(t, "path"), Stage: rapid.SampledFrom([]string{"main", "router", "yes"}).Draw(t,
			"stage")}
		messages := rapid.OneOf(rapid.SliceOfN(message(), 0, 4), rapid.SliceOfN(longMessage(), 1, 3))
		c.Messages = messages.Draw(t, "messages")
		c.Tools = rapid.SliceOfN(tool(), 0, 3).Draw(t, "tools")
		if rapid.Bool().Draw(t, "has format") {
			c.Format = value().Draw(t, "format")
		}
		if rapid.IntRange(0, 2).Draw(t, "has parameters") == 0 {
			c.Parameters = value().Draw(t, "parameters")
		}
		return c
	})
	return rapid.Custom(func(t *rapid.T) *File {
		f := &File{Suite: word().Draw(t, "suite"), Case: word().Draw(t, "case")}
		f.Version = rapid.IntRange(1, newest).Draw(t, "version")
		f.From = rapid.SampledFrom([]string{"", FromRequests}).Draw(t, "from")
		f.Calls = rapid.SliceOfNDistinct(call, 0, 4, func(c Call) string { return c.Path }).Draw(t, "calls")
		if rapid.Bool().Draw(t, "is pending") {
			f.Pending = &Pending{Shown: word().Draw(t, "s"), Prompts: word().Draw(t, "p"), Run: Run{
				Name: word().Draw(t, "n"), Build: word().Draw(t, "b"), Requests: word().Draw(t, "f"),
				Command: rapid.SliceOfN(word(), 0, 3).Draw(t, "c")}}
		}
		return f
	})
}

func mustAppend(t testing.TB, f *File) []byte {
	t.Helper()
	b, err := f.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
