package goldens

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"go.yaml.in/yaml/v4"
)

// readCalls reads the calls in order, since each may repeat only what an earlier one holds.
func (r *reader) readCalls(n *yaml.Node, table map[string]pipeline.Tool) error {
	return r.list(n, func(n *yaml.Node) error {
		c, extends, err := r.call(n, table)
		if err != nil {
			return err
		}
		if _, ok := r.index[c.Path]; ok {
			return r.fail(n, "two calls with the path %s", c.Path)
		}
		own := len(c.Messages)
		if extends != nil {
			if err := r.extend(&c, extends); err != nil {
				return err
			}
		}
		if r.messages += len(c.Messages); r.messages > maxMessages {
			return r.fail(n, "more than %d messages in one file", maxMessages)
		}
		r.index[c.Path] = len(r.calls)
		r.calls, r.kept = append(r.calls, c), append(r.kept, len(c.Messages)-own)
		return nil
	})
}

// call reads a call without the messages that it repeats; extends names those.
func (r *reader) call(n *yaml.Node, table map[string]pipeline.Tool) (c Call, extends *yaml.Node, err error) {
	var as *yaml.Node
	err = r.fields(n, []string{"path", "stage", "messages"}, func(key string, v *yaml.Node) (err error) {
		switch key {
		case "path":
			c.Path, err = r.text(v)
		case "stage":
			c.Stage, err = r.text(v)
		case "extends":
			extends = v
		case "messages":
			c.Messages, err = r.messageList(v)
		case "tools":
			c.Tools, err = r.callTools(v, table)
		case "format":
			c.Format, err = r.json(v)
		case "format_as":
			as = v
		case "parameters":
			c.Parameters, err = r.json(v)
		default:
			err = errUnknownKey
		}
		return err
	})
	if err == nil && as != nil {
		err = r.referredFormat(&c, as)
	}
	return c, extends, err
}

// extend puts the messages that c repeats from an earlier call before its own.
func (r *reader) extend(c *Call, n *yaml.Node) error {
	var from string
	var keep int
	err := r.fields(n, []string{"call", "keep"}, func(key string, v *yaml.Node) (err error) {
		switch key {
		case "call":
			from, err = r.text(v)
		case "keep":
			keep, err = r.number(v)
		default:
			err = errUnknownKey
		}
		return err
	})
	if err != nil {
		return err
	}
	i, ok := r.index[from]
	if !ok {
		return r.fail(n, "extends %q, which is not an earlier call", from)
	}
	earlier := r.calls[i]
	switch {
	case earlier.Stage != c.Stage:
		return r.fail(n, "extends %s, a call of stage %q and not %q", from, earlier.Stage, c.Stage)
	case keep < 1 || keep > len(earlier.Messages):
		return r.fail(n, "keeps %d messages of %s, which has %d", keep, from, len(earlier.Messages))
	}
	c.Messages = slices.Concat(earlier.Messages[:keep], c.Messages)
	return nil
}

func (r *reader) callTools(n *yaml.Node, table map[string]pipeline.Tool) (tools []pipeline.Tool, err error) {
	err = r.list(n, func(n *yaml.Node) error {
		key, err := r.text(n)
		if err != nil {
			return err
		}
		t, ok := table[key]
		if !ok {
			return r.fail(n, "no tool %q in the file's table", key)
		}
		tools = append(tools, t)
		return nil
	})
	return tools, err
}

func (r *reader) messageList(n *yaml.Node) (messages []pipeline.Message, err error) {
	err = r.list(n, func(n *yaml.Node) error {
		m, err := r.message(n)
		messages = append(messages, m)
		return err
	})
	return messages, err
}

func (r *reader) message(n *yaml.Node) (m pipeline.Message, err error) {
	err = r.fields(n, []string{"role"}, func(key string, v *yaml.Node) (err error) {
		switch key {
		case "role":
			m.Role, err = r.text(v)
		case "tool_call_id":
			m.ToolCallID, err = r.text(v)
		case "name":
			m.Name, err = r.text(v)
		case "sections":
			err = r.list(v, func(n *yaml.Node) error { return r.section(n, &m) })
		case "tool_calls":
			err = r.list(v, func(n *yaml.Node) error { return r.toolCall(n, &m) })
		case "fields":
			m.Fields, err = r.json(v)
		default:
			err = errUnknownKey
		}
		return err
	})
	return m, err
}

func (r *reader) section(n *yaml.Node, m *pipeline.Message) error {
	var s pipeline.Section
	var text, as *yaml.Node
	err := r.fields(n, []string{"name"}, func(key string, v *yaml.Node) (err error) {
		switch key {
		case "name":
			s.Name, err = r.text(v)
		case "text":
			text = v
			s.Text, err = r.text(v)
		case "as":
			as = v
			s.Text, err = r.referredText(v)
		default:
			err = errUnknownKey
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case text == nil && as == nil:
		return r.fail(n, `no key "text"`)
	case text != nil && as != nil:
		return r.fail(n, `"text" and "as" in one section: want one of them`)
	}
	m.Sections = append(m.Sections, s)
	return nil
}

func (r *reader) toolCall(n *yaml.Node, m *pipeline.Message) error {
	var c pipeline.ToolCall
	err := r.fields(n, []string{"id", "name", "arguments"}, func(key string, v *yaml.Node) (err error) {
		switch key {
		case "id":
			c.ID, err = r.text(v)
		case "name":
			c.Name, err = r.text(v)
		case "arguments":
			c.Arguments, err = r.text(v)
		default:
			err = errUnknownKey
		}
		return err
	})
	m.ToolCalls = append(m.ToolCalls, c)
	return err
}
