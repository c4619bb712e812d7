package past_test

import (
	"encoding/json"
	"slices"
	"strings"
)

// checkMemory holds the sections of the memory in a run's prompt. The first prompt with it shows that of the case. A
// run shows what earlier turns have saved, and of its own turn what the nodes have saved whose outputs it sees; of two
// writers in one turn either may be the later one. What it saves itself it does not show.
func (p *past) checkMemory(c *call) {
	told := map[string]string{}
	for _, part := range strings.Split("\n"+c.says("Memory"), "\n\n## ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		told[name] = strings.TrimSpace(text)
	}
	if !p.seen {
		p.seen = true
		for name, text := range told {
			p.saved[name] = []string{text}
		}
	}
	after := p.with(p.team())
	if c.Stage == "main" {
		p.hold(c, "memory", len(after), len(told))
		for name, texts := range after {
			p.holdOne(c, name, texts, told)
		}
	} else {
		for name, texts := range p.saved {
			p.holdOne(c, name, slices.Concat(texts, after[name]), told)
		}
	}
	p.hold(c, "memory", p.run(c.place)[0].says("Memory"), c.says("Memory"))
}

// holdOne holds one section of the memory, which is one of some texts.
func (p *past) holdOne(c *call, name string, texts []string, told map[string]string) {
	if text, ok := told[name]; !ok || !slices.Contains(texts, text) {
		p.hold(c, "memory", name+": "+strings.Join(texts, "\n  or "), name+": "+text)
		return
	}
	p.held["memory"]++
}

// learn keeps what the turn has saved.
func (p *past) learn() { p.saved = p.with(p.calls) }

// team returns the calls of the turn's nodes.
func (p *past) team() []*call {
	return slices.DeleteFunc(slices.Clone(p.calls), func(c *call) bool { return c.place == p.place })
}

// with returns the memory as it may be after some calls.
func (p *past) with(calls []*call) map[string][]string {
	now, last := map[string][]string{}, map[string]string{}
	for name, texts := range p.saved {
		now[name] = texts
	}
	for _, c := range calls {
		for _, asked := range c.said.ToolCalls {
			var in struct{ Name, Text string }
			if asked.Name != "memory_save" || json.Unmarshal([]byte(asked.Arguments), &in) != nil ||
				!slices.Contains(c.calledTools(), "memory_save") {
				continue
			}
			name, text := strings.Join(strings.Fields(in.Name), " "), strings.TrimSpace(in.Text)
			if name == "" || text == "" {
				continue
			}
			if writer, ok := last[name]; !ok || writer == c.place || c.place == p.place { // the main run comes last
				now[name] = nil
			}
			now[name], last[name] = append(now[name], text), c.place
		}
	}
	return now
}
