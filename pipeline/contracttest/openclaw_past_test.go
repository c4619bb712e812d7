package contracttest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// watchedClaw is OpenClaw with the inputs of its cases, which no trace has: files, blocks and histories.
type watchedClaw struct {
	*openclaw.System
	opened chan *watchedCase
}

type watchedCase struct {
	pipeline.Conversation
	pipeline.Case
	inputs []pipeline.Input
}

// Open implements pipeline.System.
func (w watchedClaw) Open(c pipeline.Case) (pipeline.Conversation, error) {
	inner, err := w.System.Open(c)
	of := &watchedCase{Conversation: inner, Case: c}
	w.opened <- of
	return of, err
}

// Turn implements pipeline.Conversation.
func (w *watchedCase) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	w.inputs = append(w.inputs, in)
	return w.Conversation.Turn(ctx, rt, in)
}

// What a prompt tells of the past is true, and what it promises exists: in each case of this repository that runs on
// OpenClaw, all requests are held against what has happened until then, which is built from inputs, answers, results of
// tools and reported failures alone.
func TestOpenClawTellsWhatIsTrue(t *testing.T) {
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	watched := watchedClaw{known["openclaw"].(*openclaw.System), make(chan *watchedCase, 1)}
	known["openclaw"] = watched
	held := map[string]int{}
	loaded := repository(t, known, "openclaw")
	err = runner.Run(t.Context(), loaded, known, runner.Options{Workers: 1}, func(r *result.Result) error {
		if r.Skipped != "" {
			return nil
		}
		c := newClaw(t, <-watched.opened, r, held)
		for i := range r.Trace.Steps {
			c.step(&r.Trace.Steps[i])
		}
		c.end()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(held)
	for _, what := range []string{
		"case", "request", "answer", "tool result", "shortened result", "summary", "message summed up", "left out",
		"failed run", "report", "failed report", "notice", "file", "missing file", "skill", "cut catalogue", "tool",
		"absent tool", "heartbeat",
	} {
		if held[what] == 0 {
			t.Errorf("no case shows a prompt with any %s", what)
		}
	}
}

// claw is what has happened in a case until one step of its trace.
type claw struct {
	t        *testing.T
	given    *watchedCase
	r        *result.Result
	held     map[string]int // how often something was found true
	block    openclaw.Block
	sessions map[string]*clawSession // by place; the main session: empty
	runs     map[string]*clawRun     // by place
	promised map[string]bool         // ids of sub-agents that were accepted; true: the report has come
	summary  []*trace.Call           // calls of the compaction in progress
	findings []finding               // skills that the newest report names
	noticed  int                     // turns before this one that are over
}

// clawSession is a session of the system: what its completed runs have left.
type clawSession struct {
	history []pipeline.Message
	notices []pipeline.Message
	files   map[string]string // as written by tools
	log     []string          // names of these, in order
	last    *clawRun
	isSub   bool
	subs    map[string]*clawRun // the first runs of its sub-agents, by number
}

// clawRun is one run of a session.
type clawRun struct {
	place    string
	session  *clawSession
	now      []pipeline.Message // the session's history with this run
	begun    bool               // its first request was seen
	calls    []pipeline.ToolCall
	said     string // its last answer without calls
	failed   bool
	ended    bool
	task     string
	compact  *compacted      // since the last request
	summed   string          // the newest summary in the history
	skills   []string        // candidates
	readable map[string]bool // locations in the catalogue
}

// compacted is a compaction of which the next request shows the outcome.
type compacted struct {
	Summarised, Kept int
	calls            []*trace.Call
}

// finding is a skill that the catalogue lacks.
type finding struct{ Reason string }

func newClaw(t *testing.T, given *watchedCase, r *result.Result, held map[string]int) *claw {
	t.Helper()
	if r.Trace == nil || given.ID != r.Case {
		t.Fatalf("%s/%s has not run: %v", r.Suite, r.Case, r.Errors)
	}
	c := &claw{
		t: t, given: given, r: r, held: held,
		runs: map[string]*clawRun{}, promised: map[string]bool{},
		sessions: map[string]*clawSession{"": {
			history: given.History, files: map[string]string{}, subs: map[string]*clawRun{},
		}},
	}
	if b, ok := given.Block.(*openclaw.Block); ok {
		c.block = *b
	}
	held["case"]++
	return c
}

func (c *claw) errorf(at, format string, args ...any) {
	c.t.Helper()
	c.t.Errorf("%s/%s: %s: "+format, append([]any{c.r.Suite, c.r.Case, at}, args...)...)
}

var (
	runPlace   = regexp.MustCompile(`^turn-\d+(?:/(?:sub|completion):\d+)*`)
	completion = regexp.MustCompile(`^(.*)/completion:(\d+)$`)
)

// step takes one step of the trace: a request is held against the past, anything else becomes a part of it.
func (c *claw) step(s *trace.Step) {
	place := runPlace.FindString(s.Path)
	if place == "" || s.Stage == "heartbeat" {
		return
	}
	run := c.runs[place]
	if run == nil {
		run = c.begin(place)
	}
	switch {
	case s.Call != nil && s.Stage == "compaction":
		c.summary = append(c.summary, s.Call)
	case s.Call != nil:
		c.hold(run, s.Call)
	case s.Tool != nil:
		c.result(run, s)
	case s.Kind == pipeline.EntryFallback:
		c.fallback(run, s.Fallback)
	case s.Stage == "compaction":
		run.compact = &compacted{calls: c.summary}
		c.decode(s, run.compact)
		c.summary = nil
	case s.Stage == pipeline.EventCandidates:
		var list []struct{ Name string }
		c.decode(s, &list)
		for _, one := range list {
			run.skills = append(run.skills, one.Name)
		}
	case s.Stage == "skills" && s.Kind == pipeline.EntryEvent:
		c.findings = nil
		c.decode(s, &c.findings)
	}
}

func (c *claw) decode(s *trace.Step, into any) {
	if err := json.Unmarshal(s.Value, into); err != nil {
		c.errorf(s.Path, "%s: %v", s.Stage, err)
	}
}

// begin begins a run: of the main session, of a schedule, of a sub-agent, or about one that has ended.
func (c *claw) begin(place string) *clawRun {
	of := place
	for completion.MatchString(of) {
		of = completion.FindStringSubmatch(of)[1]
	}
	parent, number, isSub := cutLast(of, "/sub:")
	if !isSub && c.input(of).Kind != pipeline.Scheduled {
		of = ""
	}
	s := c.sessions[of]
	if s == nil {
		s = &clawSession{files: c.sessions[""].files, isSub: isSub, subs: map[string]*clawRun{}}
		if isSub {
			s.files = maps.Clone(c.runs[parent].session.files)
		}
		c.sessions[of] = s
	}
	c.commit(s)
	if of == "" {
		c.takeNotices(place)
	}
	run := &clawRun{place: place, session: s, readable: map[string]bool{}}
	if m := completion.FindStringSubmatch(place); m != nil {
		c.ended(s, m[2])
	} else if isSub {
		c.runs[parent].session.subs[number] = run
	}
	run.now = append(slices.Clone(s.history), s.notices...)
	c.runs[place], s.last = run, run
	return run
}

// ended takes the end of a sub-agent: the files that it has written are there.
func (c *claw) ended(s *clawSession, number string) {
	sub := s.subs[number]
	if sub == nil {
		c.t.Fatalf("%s/%s: sub-agent %s reports, and nobody has started it", c.r.Suite, c.r.Case, number)
	}
	c.commit(sub.session)
	for _, name := range sub.session.log {
		s.write(name, sub.session.files[name])
	}
}

// takeNotices takes notice of the scheduled work that has ended before a turn.
func (c *claw) takeNotices(place string) {
	for c.noticed < len(c.r.Trace.Outcomes) {
		out := c.r.Trace.Outcomes[c.noticed]
		if out.Place == place || strings.HasPrefix(place, out.Place+"/") {
			return
		}
		c.noticed++
		if in := c.input(out.Place); in.Kind == pipeline.Scheduled {
			main := c.sessions[""]
			main.notices = append(main.notices, pipeline.Text(pipeline.RoleUser, "Notice", c.notice(in, out.Outcome)))
			c.held["notice"]++
		}
	}
}

// notice returns what the main session has to learn of scheduled work.
func (c *claw) notice(in pipeline.Input, out pipeline.Outcome) string {
	text := "⚙\ufe0f Scheduled work"
	if c.block.Compat != "" {
		text = "Scheduled work"
	}
	if b, ok := in.Block.(*openclaw.TurnBlock); ok && b.Scheduled.Name != "" {
		text += fmt.Sprintf(" %q", b.Scheduled.Name)
	}
	if b, ok := in.Block.(*openclaw.TurnBlock); ok && b.Scheduled.ID != "" {
		text += ", job " + b.Scheduled.ID + ","
	}
	delivered := ""
	for _, r := range out.Replies {
		if r.Kind == pipeline.ReplyAnswer {
			delivered += r.Text
		}
	}
	switch {
	case out.Status == pipeline.StatusFailed:
		return text + " has failed; the chat was told so."
	case delivered != "":
		return text + " has finished. It delivered:\n\n" + delivered
	}
	return text + " has finished and had nothing to deliver."
}

// cutLast cuts a text around the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// input returns the input of the turn of a place.
func (c *claw) input(place string) pipeline.Input {
	turn, _, _ := strings.Cut(place, "/")
	for i, in := range c.r.Trace.Inputs {
		if in.Place == turn {
			return c.given.inputs[i]
		}
	}
	c.t.Fatalf("%s/%s: no input of %s", c.r.Suite, c.r.Case, place)
	return pipeline.Input{}
}

// commit ends the last run of a session: what it has said stays, unless it has failed.
func (c *claw) commit(s *clawSession) {
	run := s.last
	if run == nil || run.ended {
		return
	}
	run.ended = true
	if run.failed {
		c.held["failed run"]++
		return
	}
	s.history = append(run.now, pipeline.Text(pipeline.RoleAssistant, "Answer", run.said))
	s.notices = nil
}

func (s *clawSession) write(name, text string) {
	s.files[name] = text
	s.log = append(s.log, name)
}

func (c *claw) fallback(run *clawRun, f *pipeline.Fallback) {
	switch {
	case f.Stage == "compaction":
		c.summary = nil
	case f.Stage == "main" && f.Reason == pipeline.Empty:
		run.said = "NO_REPLY"
	case f.Stage == "main":
		run.failed = true
	}
}

// result takes the result of a tool call: the next one that the last answer has asked for.
func (c *claw) result(run *clawRun, s *trace.Step) {
	if len(run.calls) == 0 {
		c.errorf(s.Path, "the result of a call that nobody has made: %s", s.Stage)
		return
	}
	call, text := run.calls[0], s.Tool.Result.Content
	run.calls = run.calls[1:]
	switch {
	case s.Tool.Result.From == pipeline.FromNobody && text == "":
		text = "Tool error: " + call.Name + " gave no result."
	case s.Tool.Result.Failed:
		text = "Tool error: " + text
	case s.Tool.Result.From == pipeline.FromSystem:
		c.own(run, call, text, s.Path)
	}
	m := pipeline.Text(pipeline.RoleTool, "Result", text)
	m.Name = call.Name
	run.now = append(run.now, m)
	if run.readable[argument(call, "path")] && s.Tool.Result.From == pipeline.FromSystem && s.Tool.Result.Failed {
		c.errorf(s.Path, "the catalogue shows %s, which cannot be read: %s", argument(call, "path"), text)
	}
}

func argument(call pipeline.ToolCall, key string) string {
	var args map[string]any
	if json.Unmarshal([]byte(call.Arguments), &args) != nil {
		return ""
	}
	text, _ := args[key].(string)
	return text
}

// own takes the effect of one of the system's own tools.
func (c *claw) own(run *clawRun, call pipeline.ToolCall, text, at string) {
	_, name, _ := strings.Cut(text, ": ")
	switch call.Name {
	case "write":
		run.session.write(name, argument(call, "content"))
	case "edit":
		was, _ := c.file(run, name)
		run.session.write(name, strings.Replace(was, argument(call, "old_text"), argument(call, "new_text"), 1))
	case "sessions_spawn":
		id, _, _ := strings.Cut(name, ";")
		c.promised[id] = false
		sub := c.runs[strings.TrimPrefix(id, "run:")]
		if sub == nil || sub.task != argument(call, "task") {
			c.errorf(at, "%s is accepted, and its task is not %q", id, argument(call, "task"))
		}
	}
}

// end holds that each sub-agent that was accepted has reported.
func (c *claw) end() {
	for id, reported := range c.promised {
		if !reported {
			c.errorf(id, "it was accepted, and its report has not come")
		}
	}
}
