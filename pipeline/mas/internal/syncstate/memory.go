package syncstate

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// MemoryText returns an answer's addition to a memory that is one text: from the last occurrence of the tag outside
// thoughts, since a thought is no decision. ok says that there is one.
func MemoryText(answer string) (content string, ok bool) {
	return Last(withoutThoughts(answer), MemoryTag)
}

// MemoryJSON returns the list of commands for a memory of entries, as the program reads it: from the last
// occurrence of the tag outside thoughts, a list of JSON with // comments. Invalid JSON is an empty list; JSON
// other than a list is skipped for the occurrence before.
func MemoryJSON(answer string) json.RawMessage {
	answer = withoutThoughts(answer)
	var contents []span
	for s := range all(answer, MemoryTag) {
		contents = append(contents, s)
	}
	for i := len(contents) - 1; i >= 0; i-- {
		raw, err := python.Loads(withoutComments(answer[contents[i].from:contents[i].to]))
		if err != nil {
			break
		}
		if bytes.HasPrefix(raw, []byte("[")) {
			return raw
		}
	}
	return json.RawMessage("[]")
}

// MemoryCommands returns the commands of MemoryJSON, without invalid ones (A4). Their texts are from the answer.
func MemoryCommands(answer string, from pipeline.TextSource) []state.MemoryCommand {
	var items []json.RawMessage
	if json.Unmarshal(MemoryJSON(answer), &items) != nil {
		return nil // it is a list
	}
	var commands []state.MemoryCommand
	for _, item := range items {
		var c struct {
			Add    *string `json:"add"`
			Delete *string `json:"delete"`
		}
		if json.Unmarshal(item, &c) != nil {
			continue
		}
		command := state.MemoryCommand{Delete: c.Delete}
		if c.Add != nil {
			add := state.TextOf(from, *c.Add)
			command.Add = &add
		}
		commands = append(commands, command)
	}
	return commands
}

// WithoutComments removes # comments from JSON, except in strings: the document writes its forms with them (seed 3.7).
func WithoutComments(s string) string { return without(s, "#") }

// withoutComments removes // comments from JSON, except in strings.
func withoutComments(s string) string { return without(s, "//") }

func without(s, comment string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\' && i+1 < len(s):
			b.WriteByte(s[i])
			i++
		case s[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(s[i:], comment):
			end := strings.IndexByte(s[i:], '\n')
			if end < 0 {
				return b.String()
			}
			i += end
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
