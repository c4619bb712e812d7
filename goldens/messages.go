package goldens

import (
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// pairMessages pairs the messages of two calls: equal ones first, then, between two of those, the ones of one role in
// order, then those that differ only in the role.
func pairMessages(old, new []pipeline.Message) []diff.Pairing {
	return diff.JoinUnsettled(diff.Pair(identities(old), identities(new)), func(run []diff.Pairing) []diff.Pairing {
		run = join(run, old, new, func(m pipeline.Message) string { return m.Role })
		return join(run, old, new, func(m pipeline.Message) string {
			m.Role = ""
			return Identity(m)
		})
	})
}

// join pairs, in place, old and new messages without a partner by a key.
func join(pairs []diff.Pairing, old, new []pipeline.Message, key func(pipeline.Message) string) []diff.Pairing {
	left := map[string][]int{}
	for _, p := range pairs {
		if p.New < 0 {
			k := key(old[p.Old])
			left[k] = append(left[k], p.Old)
		}
	}
	taken := map[int]bool{}
	for i, p := range pairs {
		if p.Old >= 0 {
			continue
		}
		k := key(new[p.New])
		if from := left[k]; len(from) > 0 {
			pairs[i].Old, left[k] = from[0], from[1:]
			taken[from[0]] = true
		}
	}
	return slices.DeleteFunc(pairs, func(p diff.Pairing) bool { return p.New < 0 && taken[p.Old] })
}

func identities(messages []pipeline.Message) []string {
	list := make([]string, len(messages))
	for i, m := range messages {
		list[i] = Identity(m)
	}
	return list
}

// Identity returns a string that two messages share only when they are equal.
func Identity(m pipeline.Message) string {
	b := appendStrings(nil, m.Role, m.ToolCallID, m.Name, string(m.Fields))
	b = append(strconv.AppendInt(b, int64(len(m.Sections)), 10), ';')
	for _, s := range m.Sections {
		b = appendStrings(b, s.Name, s.Text)
	}
	for _, c := range m.ToolCalls {
		b = appendStrings(b, c.ID, c.Name, c.Arguments)
	}
	return string(b)
}

func appendStrings(b []byte, list ...string) []byte {
	for _, s := range list {
		b = append(strconv.AppendInt(b, int64(len(s)), 10), ':')
		b = append(b, s...)
	}
	return b
}
