package systemprompt

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Runtime describes the agent's environment for the prompt.
type Runtime struct {
	Agent, Host, Repo, OS, Arch, Node, Model, DefaultModel, Shell pipeline.Pieces

	Channel      pipeline.Pieces
	Capabilities []pipeline.Pieces // of the channel
	Thinking     pipeline.Pieces   // level; empty: off
}

// normal returns the runtime with its values in one line each, without blank ones, and the channel in lower case.
func (r Runtime) normal() Runtime {
	for _, value := range []*pipeline.Pieces{&r.Agent, &r.Host, &r.Repo, &r.OS, &r.Arch, &r.Node, &r.Model,
		&r.DefaultModel, &r.Shell, &r.Channel, &r.Thinking} {
		*value = line(*value)
	}
	r.Channel = r.Channel.Rewritten(strings.ToLower(r.Channel.String()), strings.ToLower)
	r.Capabilities = lines(r.Capabilities)
	return r
}

// can reports whether the channel has a capability, given in lower case.
func (r Runtime) can(capability string) bool {
	return slices.ContainsFunc(r.Capabilities, func(c pipeline.Pieces) bool {
		return strings.ToLower(c.String()) == capability
	})
}

// RuntimeLine returns the line that describes the environment. Empty parts are omitted; capabilities appear only with a
// channel, and the thinking level always (O-7).
func RuntimeLine(r Runtime) pipeline.Pieces {
	said := pipeline.TextSource{}.Of
	text, between := said("Runtime: "), ""
	add := func(key string, value pipeline.Pieces) {
		if len(value) > 0 {
			text = pipeline.JoinPieces(text, said(between+key+"="), value)
			between = " | "
		}
	}
	add("agent", r.Agent)
	add("host", r.Host)
	add("repo", r.Repo)
	if len(r.OS) > 0 && len(r.Arch) > 0 {
		add("os", pipeline.JoinPieces(r.OS, said(" ("), r.Arch, said(")")))
	} else {
		add("os", r.OS)
		add("arch", r.Arch)
	}
	add("node", r.Node)
	add("model", r.Model)
	add("default_model", r.DefaultModel)
	add("shell", r.Shell)
	add("channel", r.Channel)
	if len(r.Channel) > 0 {
		add("capabilities", listed(r.Capabilities, "none"))
	}
	add("thinking", listed([]pipeline.Pieces{r.Thinking}, "off"))
	return text
}

// listed joins values with commas, or returns a replacement for none.
func listed(values []pipeline.Pieces, instead string) pipeline.Pieces {
	var text pipeline.Pieces
	for i, v := range values {
		if i > 0 {
			text = append(text, pipeline.TextSource{}.Of(",")...)
		}
		text = append(text, v...)
	}
	if len(text) == 0 {
		return pipeline.TextSource{}.Of(instead)
	}
	return text
}
