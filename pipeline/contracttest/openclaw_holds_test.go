package contracttest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// hold holds a request of a run against the past, and takes its answer.
func (c *claw) hold(run *clawRun, call *trace.Call) {
	head, messages := call.Request.Messages[0], call.Request.Messages[1:]
	c.held["request"]++
	if !run.begun {
		run.begun = true
		c.incoming(run, messages[len(messages)-1], call.Path)
		c.promises(run, head, call)
		c.heartbeat(run, head, messages[len(messages)-1], call.Path)
	}
	if run.compact != nil {
		c.compaction(run, messages, call.Path)
	}
	c.conversation(run, head, messages, call.Path)
	switch said := call.Response; {
	case call.Failure != nil, len(said.ToolCalls) == 0 && strings.TrimSpace(said.Content) == "":
	case len(said.ToolCalls) == 0:
		run.said = said.Content
	default:
		m := pipeline.Text(pipeline.RoleAssistant, "Answer", said.Content)
		m.ToolCalls = said.ToolCalls
		run.now, run.calls = append(run.now, m), said.ToolCalls
	}
}

// incoming holds the message that a run answers, and takes it.
func (c *claw) incoming(run *clawRun, m pipeline.Message, at string) {
	text, in := m.Content(), c.input(run.place)
	switch name := m.Sections[0].Name; name {
	case "Completion":
		c.report(run, m, at)
	case "Message":
		if said := askedSkill.FindStringSubmatch(text); said != nil && text != in.Text {
			_, rest, _ := strings.Cut(text, "What the user wrote after the name:\n\n")
			if !asks(in.Text, said[1], rest) {
				c.errorf(at, "the user is said to ask for %q with %q, and writes %q", said[1], rest, in.Text)
			}
		} else if text != in.Text {
			c.errorf(at, "the message is %q, and not %q", text, in.Text)
		}
	case "Scheduled work":
		if !strings.Contains(text, in.Text) {
			c.errorf(at, "the work is %q, and not %q", text, in.Text)
		}
	case "Heartbeat":
		if in.Kind != pipeline.Heartbeat {
			c.errorf(at, "a heartbeat, and the turn is a %s", in.Kind)
		}
	}
	run.task = text
	run.now = append(run.now, m)
}

var askedSkill = regexp.MustCompile(`^The user asks for the skill "(.*?)" by its name\.`)

// asks reports whether the user's message calls a skill by its name, with the rest after it.
func asks(text, skill, rest string) bool {
	said, called := strings.CutPrefix(jstext.Trim(text), "/"+skill)
	return called && jstext.Trim(said) == rest
}

// report holds the message about a sub-agent that has ended: its id, task, success, and last words.
func (c *claw) report(run *clawRun, m pipeline.Message, at string) {
	sub, text := run.session.subs[completion.FindStringSubmatch(run.place)[2]], m.Content()
	id := "run:" + sub.place
	if reported, accepted := c.promised[id]; !accepted || reported {
		c.errorf(at, "a report of %s, which was accepted: %t, and had reported before: %t", id, accepted, reported)
	}
	c.promised[id] = true
	ending, last, nothing := "has finished", lastSaid(sub.session.history), "It has nothing to report."
	if sub.failed { // its own first run: what it did about reports of others may count nevertheless
		ending, nothing = "has failed", "It left no report."
		c.held["failed report"]++
	}
	if last == "" {
		last = nothing
	}
	c.held["report"]++
	want := fmt.Sprintf("[System Message] Sub-agent %s %s. Its task was:\n\n%s\n", id, ending, sub.task)
	if !strings.Contains(text, want) || !strings.Contains(text, framed(last)) {
		c.errorf(at, "the report is not of %q with %q:\n%s", want, last, text)
	}
	if toAgent := run.session.isSub; strings.Contains(text, "What you say now is your report") != toAgent {
		c.errorf(at, "the recipient is a sub-agent: %t\n%s", toAgent, text)
	}
}

// framed returns a foreign text as it stands in a frame.
func framed(text string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(strings.TrimSpace(text))
}

// lastSaid returns the newest answer of a session that is not silent.
func lastSaid(history []pipeline.Message) string {
	for _, m := range slices.Backward(history) {
		if m.Role == pipeline.RoleAssistant && len(m.ToolCalls) == 0 && strings.TrimSpace(m.Content()) != "NO_REPLY" {
			return m.Content()
		}
	}
	return ""
}

// compaction holds a summary against its calls: it is the newest answer, each message that is gone was shown to the
// model that wrote it, and as many stay as were reported.
func (c *claw) compaction(run *clawRun, messages []pipeline.Message, at string) {
	done := run.compact
	run.compact = nil
	answer := done.calls[len(done.calls)-1].Response.Content
	first := messages[0]
	if text := first.Content(); len(messages) < 1+done.Kept || !strings.HasSuffix(text, "\n\n"+answer) ||
		!strings.Contains(text, "This is the summary of what came before") {
		c.errorf(at, "the first of %d messages is not the summary %q, with %d after it:\n%s", len(messages), answer,
			done.Kept, text)
		return
	}
	var shown strings.Builder
	for _, call := range done.calls {
		shown.WriteString(call.Request.Messages[1].Content() + "\n")
	}
	now, rest := []pipeline.Message{first}, messages[1:1+done.Kept]
	gone := 0
	for _, m := range run.now {
		if len(rest) > 0 && same(m, rest[0]) != "" {
			now, rest = append(now, rest[0]), rest[1:]
			continue
		}
		gone++
		c.summedUp(run, m, shown.String(), at)
	}
	if len(rest) > 0 || gone != done.Summarised {
		c.errorf(at, "%d messages are gone, want %d; %d stay that nobody has said", gone, done.Summarised, len(rest))
	}
	last := done.calls[len(done.calls)-1].Request.Messages[1]
	split := len(now) == 1 || now[1].Role != pipeline.RoleUser
	if has := slices.ContainsFunc(last.Sections, isSection("Split turn")); has != split {
		c.errorf(at, "the work is said to go on behind the part that is summed up: %t, want %t", has, split)
	}
	run.now, run.summed = now, answer
	c.held["summary"]++
}

func isSection(name string) func(pipeline.Section) bool {
	return func(s pipeline.Section) bool { return s.Name == name }
}

// summedUp holds that the model that writes a summary has seen a message, or how long it is.
func (c *claw) summedUp(run *clawRun, m pipeline.Message, shown, at string) {
	c.held["message summed up"]++
	text := m.Content()
	if slices.ContainsFunc(m.Sections, isSection("Summary")) {
		text = run.summed
	}
	if strings.Contains(shown, strings.TrimSpace(text)) {
		for _, call := range m.ToolCalls {
			if !strings.Contains(shown, "[calls "+call.Name+"] "+call.Arguments) {
				c.errorf(at, "the call of %s is summed up unseen", call.Name)
			}
		}
		return
	}
	if !strings.Contains(shown, "["+strings.TrimSpace(m.Role+" "+m.Name)+"] (left out: a text of about ") {
		c.errorf(at, "a message is summed up unseen: %q", text)
	}
}

var leftOut = regexp.MustCompile(`Earlier messages of this conversation that are left out here: (\d+)\.`)

// conversation holds the messages of a request: they are those of the session, but for what is said to be left out.
func (c *claw) conversation(run *clawRun, head pipeline.Message, messages []pipeline.Message, at string) {
	now := run.now
	if m := leftOut.FindStringSubmatch(head.Content()); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil || n > len(now) {
			c.errorf(at, "%s messages are said to be left out of %d", m[1], len(now))
			return
		}
		c.held["left out"]++
		now = now[n:]
	}
	if len(now) != len(messages) {
		c.errorf(at, "%d messages, want %d", len(messages), len(now))
		return
	}
	asked := map[string]bool{}
	for i, m := range messages {
		what := same(now[i], m)
		if what == "" {
			c.errorf(at, "message %d was not said:\n%s %q %v\nbut\n%s %q %v", i+1, m.Role, m.Content(), m.ToolCalls,
				now[i].Role, now[i].Content(), now[i].ToolCalls)
			return
		}
		c.held[what]++
		if m.Role == pipeline.RoleTool && !asked[m.ToolCallID] {
			c.errorf(at, "message %d is the result of a call that is not shown", i+1)
		}
		for _, call := range m.ToolCalls {
			asked[call.ID] = true
		}
	}
}

var cutMark = regexp.MustCompile(`\n\[… (\d+) characters left out, since the context has no room for them …\]\n`)

// same names what a message of a request is if it is one that was said: shortened results say by how much; empty: it
// is another one.
func same(said, shown pipeline.Message) string {
	equalCalls := slices.EqualFunc(said.ToolCalls, shown.ToolCalls, func(a, b pipeline.ToolCall) bool {
		return a.Name == b.Name && a.Arguments == b.Arguments
	})
	was, is := said.Content(), shown.Content()
	switch at := cutMark.FindAllStringSubmatchIndex(is, -1); {
	case said.Role != shown.Role || said.Name != shown.Name || !equalCalls:
	case was == is:
		return map[string]string{
			pipeline.RoleUser: "message", pipeline.RoleAssistant: "answer", pipeline.RoleTool: "tool result",
		}[said.Role]
	case said.Role == pipeline.RoleTool && len(at) == 1:
		begins, ends := is[:at[0][0]], is[at[0][1]:]
		gone := jstext.Len(was) - jstext.Len(begins) - jstext.Len(ends)
		kept := strings.HasPrefix(was, begins) && strings.HasSuffix(was, ends)
		if kept && strconv.Itoa(gone) == is[at[0][2]:at[0][3]] {
			return "shortened result"
		}
	}
	return ""
}
