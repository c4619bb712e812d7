package review_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/review"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// paper is a screen without colours, on which emphasis is marked.
type paper struct{ strings.Builder }

func (*paper) Paint(string)       {}
func (*paper) Emphasize(_, _ int) {}
func (p *paper) Mark()            { p.WriteString(">>>\n") }

// message returns a message of a role, with sections given as alternating names and texts.
func message(role string, sections ...string) pipeline.Message {
	m := pipeline.Message{Role: role}
	for i := 0; i < len(sections); i += 2 {
		m.Sections = append(m.Sections, pipeline.Section{Name: sections[i], Text: sections[i+1]})
	}
	return m
}

func accepted(messages ...pipeline.Message) *goldens.Call {
	return &goldens.Call{Path: "turn-1/main", Stage: "main", Messages: messages}
}

func sent(messages ...pipeline.Message) *trace.Call {
	c := &trace.Call{Path: "turn-1/main", Stage: "main"}
	c.Request.Messages = messages
	return c
}

func TestWrite(t *testing.T) {
	const a, b = "Task:\nBe kind.\n\n", "Data:\n1\n2\n\n"
	system := message("system", "Role", "You help.\n")
	for name, tt := range map[string]struct {
		old  *goldens.Call
		sent *trace.Call
		want []string
	}{
		"the same": {accepted(system, message("user", "A", a, "B", b)), sent(system, message("user", "A", a, "B", b)),
			[]string{
				"message 1 (system) · Role  (1 line)",
				"message 2 (user)",
				"  A  (2 lines)",
				"  B  (3 lines)",
			}},
		"a line": {accepted(message("user", "A", a, "B", b)),
			sent(message("user", "A", "Task:\nBe very kind.\n\n", "B", b)),
			[]string{
				"message 1 (user)",
				">>>",
				"  A · changed · this group",
				"     Task:",
				"    -Be kind.",
				"    +Be very kind.",
				"     ",
				"  B  (3 lines)",
			}},
		"blanks alone": {accepted(message("user", "A", "x y\nz", "B", "c")),
			sent(message("user", "A", "x  y\u200b\nz", "B", "c \nd\n\n\te")),
			[]string{
				"message 1 (user)",
				">>>",
				"  A · changed · this group",
				"    -x·y¬",
				`    +x··y\u200b¬`,
				"     z",
				"  B · changed",
				"    -c",
				"    +c·",
				"    +d",
				"    +¬",
				`    +\te`,
			}},
		"renamed and moved": {
			accepted(message("user", "A", a, "B", b, "C", "c\n\n", "D", "d")),
			sent(message("user", "B", b, "C", "c\n\n", "D", "d\n\n", "Z", "Task:\nBe kind.")),
			[]string{
				"message 1 (user)",
				"  B  (3 lines)",
				"  C  (1 line)",
				"  D  (1 line)",
				"  Z · renamed, moved · groups e45b, e46b  (2 lines)",
				`    its name was "A"; the bytes sent are the same`,
				`    moved from 1 of 4, the first, to 4 of 4, behind "D"`,
			}},
		"moved": {accepted(message("user", "A", a, "B", b, "C", "c")),
			sent(message("user", "B", b, "C", "c\n\n", "A", "Task:\nBe kind.")),
			[]string{
				"message 1 (user)",
				"  B  (3 lines)",
				"  C  (1 line)",
				">>>",
				"  A · moved · this group  (2 lines)",
				`    moved from 1 of 3, the first, to 3 of 3, behind "C"`,
			}},
		"came and went": {accepted(message("user", "A", a, "B", b)), sent(message("user", "A", a, "New", "海狸")),
			[]string{
				"message 1 (user)",
				"  A  (2 lines)",
				"  B · removed",
				"    -Data:",
				"    -1",
				"    -2",
				"    -¬",
				">>>",
				"  New · added · this group",
				"    +海狸",
			}},
		"messages": {accepted(system, message("user", "A", "a")),
			sent(system, message("assistant", "Said", "no"), message("user", "A", "a")),
			[]string{
				"message 1 (system) · Role  (1 line)",
				">>>",
				"message 2 (assistant) · added · this group",
				"  Said",
				"    +no",
				"message 3 (user) · A  (1 line)",
			}},
		"a new call": {nil, sent(message("user", "A", "a", "B", "b")),
			[]string{"the golden does not have this call", "message 1 (user)", "  A", "    +a", "  B", "    +b"}},
		"a call that is gone": {accepted(message("user", "A", "a", "B", "b")), nil,
			[]string{"the golden has this call, but it is no longer made", "message 1 (user)", "  A", "    -a", "  B",
				"    -b"}},
		"hostile names": {accepted(message("us\x1ber", "A\n\x1b[2J", "a")),
			sent(message("us\x1ber", "A\n\x1b[2J", "::error::\r")),
			[]string{`message 1 (us\u001ber)`, `  A\n\u001b[2J · changed`, "    -a", `    +::error::\u000d`}},
		"an empty message": {accepted(message("user")), sent(message("user")), []string{"message 1 (user)"}},
	} {
		c := &review.ArrayCall{Old: tt.old, Sent: tt.sent}
		if tt.old != nil && tt.sent != nil {
			c.Parts = parts(tt.old, tt.sent)
		}
		var p paper
		review.WriteArray(&p, c, false)
		got := strings.TrimSuffix(p.String(), "the answer\n")
		if d := cmp.Diff(strings.Join(tt.want, "\n")+"\n", got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// parts returns the differing parts: a section B without a group, another name with two other groups, everything else
// with this group.
func parts(old *goldens.Call, c *trace.Call) []review.ArrayPart {
	new := goldens.Call{Path: c.Path, Stage: c.Stage, Messages: c.Request.Messages, Tools: c.Request.Tools,
		Format: c.Request.Format, Parameters: c.Request.Parameters}
	var all []review.ArrayPart
	for _, p := range edit.Compare(&goldens.File{Calls: []goldens.Call{*old}},
		&goldens.File{Calls: []goldens.Call{new}}, nil) {
		part := review.ArrayPart{Part: p}
		switch {
		case p.Section == "B" || strings.ContainsRune(p.Section, '\x1b'):
		case p.Section == "Z":
			part.Others = []string{"e45b", "e46b"}
		default:
			part.Own = true
		}
		all = append(all, part)
	}
	return all
}

// The parts beside the messages: the user's text and the answer.
func TestWrite_Rest(t *testing.T) {
	old, now := accepted(message("user", "A", "a")), sent(message("user", "A", "a"))
	asks := func(arguments, fields string) pipeline.Message {
		return pipeline.Message{Role: "assistant", Fields: json.RawMessage(fields), ToolCalls: []pipeline.ToolCall{
			{ID: "1", Name: "find", Arguments: arguments}, {ID: "2", Name: "same"},
		}}
	}
	result := func(id string) pipeline.Message {
		m := message("tool", "R", "r")
		m.Name, m.ToolCallID = "find", id
		return m
	}
	old.Messages = append(old.Messages, asks(`{"q":"x"}`, ""), result("1"))
	now.Request.Messages = append(now.Request.Messages, asks(`{"q":"y"}`, `{"n":1}`), result("7"))
	old.Tools = []pipeline.Tool{{Name: "find", Description: "Finds."}, {Name: "gone", Description: "Went."}}
	now.Request.Tools = []pipeline.Tool{{Name: "find", Description: "Finds all."}}
	old.Format, now.Request.Format = json.RawMessage(`"json"`), json.RawMessage(`"json"`)
	now.Request.Parameters = json.RawMessage(`{"temperature":1}`)
	now.Stage = "draft"
	now.Origin.Source = "scripted"
	now.Response = pipeline.Response{Content: "Two\nlines \x1b[2J\n",
		ToolCalls: []pipeline.ToolCall{{Name: "find", Arguments: "{}"}}}
	c := &review.ArrayCall{Old: old, Sent: now, Parts: parts(old, now),
		Input: review.ArrayInput{Place: "turn-1", Kind: pipeline.UserMessage, Text: "海狸?\n"}}
	var p paper
	review.WriteArray(&p, c, false)
	want := `message 1 (user) · A  (1 line)
message 2 (assistant)
>>>
  calls find · changed · this group
     id: 1
    -{"q":"x"}
    +{"q":"y"}
  calls same  (1 line)
  fields · added · this group
    +{
    +  "n": 1
    +}
message 3 (tool, find)
  R  (1 line)
  role and names · changed · this group
     role: tool
     name: find
    -tool call: 1
    +tool call: 7
tools
  find · changed · this group
    -Finds.
    +Finds all.
  gone · removed · this group
    -Went.
beside the messages
  format  (1 line)
  parameters · added · this group
    +{
    +  "temperature": 1
    +}
  stage · changed · this group
    -main
    +draft
the user says, at turn-1
  海狸?
the answer (scripted)
  Two
  lines \u001b[2J
  -> find({})
`
	if d := cmp.Diff(want, p.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for input, want := range map[review.ArrayInput]string{
		{Place: "turn-2", Kind: pipeline.Scheduled, Text: "go"}: "the schedule says, at turn-2\n  go\nthe answer",
		{Place: "turn-2", Kind: pipeline.Heartbeat}:             "a heartbeat, at turn-2\nthe answer",
		{Place: "end", Kind: pipeline.End}:                      "draft\nthe answer",
		{}:                                                      "draft\nthe answer",
	} {
		c.Input = input
		var p paper
		review.WriteArray(&p, c, false)
		if !strings.Contains(p.String(), want) {
			t.Errorf("%+v: it does not show %q:\n%s", input, want, p.String())
		}
	}
	now.Response, now.Failure = pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Timeout}
	checkAnswer(t, c, now.Failure.Error())
	now.Missed = true
	checkAnswer(t, c, "none: nothing answers this call")
}

func checkAnswer(t *testing.T, c *review.ArrayCall, want string) {
	t.Helper()
	var p paper
	if review.WriteArray(&p, c, false); !strings.HasSuffix(p.String(), "the answer (scripted)\n  "+want+"\n") {
		t.Errorf("it does not end with %q:\n%s", want, p.String())
	}
}

// Unfolded, every line of the sent array is shown, and no line that only the golden has.
func TestWrite_Whole(t *testing.T) {
	var sections []string
	for i := range 20 {
		sections = append(sections, fmt.Sprintf("S%d", i), strings.Repeat(fmt.Sprintf("line %d\n", i), 50))
	}
	c := &review.ArrayCall{Old: accepted(message("user", sections...)), Sent: sent(message("user", sections...))}
	var p paper
	review.WriteArray(&p, c, true)
	for i := range 20 {
		if n := strings.Count(p.String(), fmt.Sprintf("     line %d\n", i)); n != 50 {
			t.Errorf("%d lines of section %d, want 50", n, i)
		}
	}
	c.Old, c.Brief = nil, true
	p.Reset()
	review.WriteArray(&p, c, false)
	if got := p.String(); strings.Contains(got, "line 3\n") || !strings.Contains(got, "  S3  (50 lines)\n") {
		t.Errorf("a new call in short:\n%s", got)
	}
}
