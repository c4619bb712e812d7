package past_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// past is what has happened in a conversation so far.
type past struct {
	*turn
	tasks   []*task
	verdict string              // of the user, on the active Task, in this turn
	goal    string              // the message that the router reads
	saved   map[string][]string // by the name of a section of the memory: what it may say
	seen    bool                // a prompt has shown the memory of the case
	lies    []string
	held    map[string]int // by what a prompt tells
}

// task is a piece of work over several turns. Its JSON is what the router reads.
type task struct {
	ID         string `json:"id"`
	Title      string `json:"short_title"`
	Goal       string `json:"goal"`
	Status     string `json:"status"`
	Attempt    int    `json:"attempt"`
	LastAnswer string `json:"last_answer"`

	paused, ended bool
	attempts      []attempt
	tools         []string // called, each once
	accepted      string   // id of the last main run with an answer
}

// attempt is what a line of the history says.
type attempt struct {
	Attempt    int    `json:"attempt"`
	Mode       string `json:"mode"`
	Outcome    string `json:"outcome"`
	LastAnswer string `json:"last_answer"`
}

// hold reports a difference between what a request tells and what has happened.
func (p *past) hold(c *call, what string, happened, told any) {
	p.held[what]++
	if d := cmp.Diff(happened, told, cmpopts.IgnoreUnexported(task{}), cmpopts.EquateEmpty()); d != "" {
		p.lies = append(p.lies, fmt.Sprintf("%s: %s (-happened +told):\n%s", c.Path, what, d))
	}
}

// holdIn reports a part that a text should have and has not.
func (p *past) holdIn(c *call, what, part, text string) {
	p.held[what]++
	if !strings.Contains(text, part) {
		p.lies = append(p.lies, fmt.Sprintf("%s: %s: no %q in %q", c.Path, what, part, text))
	}
}

// active returns the Task in progress, or nil.
func (p *past) active() *task {
	for _, t := range p.tasks {
		if !t.paused && !t.ended {
			return t
		}
	}
	return nil
}

// read takes in one line of the log; of a call, it holds first what the request tells.
func (p *past) read(e pipeline.Entry) {
	switch {
	case e.Kind == pipeline.EntryEvent && e.Stage == pipeline.EventAcceptance:
		var v struct{ Acceptance string }
		json.Unmarshal(e.Value, &v)
		p.verdict = v.Acceptance
	case e.Kind == pipeline.EntryDecided && e.Stage == "router":
		p.route(e.Value)
	case e.Kind == pipeline.EntryCall:
		if e.Stage != "draft" && p.verdict == pipeline.Accepted {
			p.verdict = ""
			p.endTask()
		}
		i := slices.IndexFunc(p.calls, func(c *call) bool { return c.Path == e.Path })
		p.check(p.calls[i])
	}
}

// check holds what a request tells.
func (p *past) check(c *call) {
	switch c.Stage {
	case "draft":
		p.checkDraft(c)
	case "router":
		p.checkRouter(c)
	case "planner":
		p.checkAttempt(c, "Attempt index", "Relevant task history")
	case "skills-shortlist", "skills-final":
		p.checkSummaries(c)
	case "node":
		p.checkDependencies(c)
		p.checkMemory(c)
	case "main":
		if _, onTask := c.section("Task status"); onTask {
			p.checkAttempt(c, "Task status", "Task history")
		}
		p.checkTeam(c)
		p.checkMemory(c)
	}
}

// route carries out a decision of the router.
func (p *past) route(value json.RawMessage) {
	var d struct {
		Action string
		Title  string `json:"short_title"`
	}
	json.Unmarshal(value, &d)
	switch d.Action {
	case "new_task":
		if old := p.active(); old != nil {
			old.paused, old.Status = true, "paused"
		}
		if strings.TrimSpace(d.Title) == "" {
			d.Title = first(p.goal, 40)
		}
		p.tasks = append(p.tasks, &task{ID: "task:" + p.place, Title: d.Title, Goal: p.goal, Status: "active"})
	case "close_task", "abandon_task":
		p.endTask()
	}
}

// endTask ends the active Task; the one that was paused last goes on.
func (p *past) endTask() {
	if active := p.active(); active != nil {
		active.ended = true
	}
	for _, t := range slices.Backward(p.tasks) {
		if t.paused && !t.ended {
			t.paused, t.Status = false, "active"
			return
		}
	}
}

// endTurn counts the attempt that the turn was, if it was one.
func (p *past) endTurn() {
	defer p.learn()
	if p.verdict == pipeline.Accepted {
		p.endTask()
	}
	p.verdict = ""
	active := p.active()
	if active == nil || !slices.ContainsFunc(p.calls, func(c *call) bool { return c.Stage == "planner" }) {
		return
	}
	a := attempt{Attempt: active.Attempt + 1, Mode: "single", Outcome: "failed"}
	for _, c := range p.calls {
		if c.Stage == "node" {
			a.Mode = "team"
		}
		active.tools = append(active.tools, c.calledTools()...)
	}
	if answer := answerOf(p.run(p.place)); answer != "" {
		a.Outcome, a.LastAnswer = "done", first(answer, 500)
		active.LastAnswer, active.accepted = a.LastAnswer, "run:"+p.place
	}
	active.Attempt, active.Status = a.Attempt, "active"
	active.attempts = append(active.attempts, a)
}

// checkRouter holds the active Task. One from before the case is taken as the first prompt tells it.
func (p *past) checkRouter(c *call) {
	p.goal = c.says("Current user message")
	var told *task
	if err := json.Unmarshal([]byte(c.says("Active task")), &told); err != nil {
		p.hold(c, "active task", nil, err.Error())
		return
	}
	if told != nil && len(p.tasks) == 0 && c.place == "turn-1" {
		if p.tasks = []*task{told}; told.Attempt > 0 {
			told.attempts = []attempt{{Attempt: told.Attempt, LastAnswer: told.LastAnswer}}
		}
	}
	p.hold(c, "active task", p.active(), told)
}

var index = regexp.MustCompile(`Attempt index: (\d+)`)

// checkAttempt holds the number of an attempt, and those before it.
func (p *past) checkAttempt(c *call, number, history string) {
	active := p.active()
	if active == nil {
		p.hold(c, "attempt", "none", "one")
		return
	}
	text, _ := c.section(number)
	p.hold(c, "attempt", "Attempt index: "+strconv.Itoa(active.Attempt+1), index.FindString(text))
	p.hold(c, "history", active.attempts, attemptsIn(c.says(history)))
	if goal, ok := c.section("Task goal"); ok {
		_, goal, _ = strings.Cut(goal, "\n")
		p.hold(c, "goal", active.Goal, goal)
	}
}

func attemptsIn(lines string) (all []attempt) {
	for line := range strings.Lines(lines) {
		var a attempt
		if json.Unmarshal([]byte(line), &a) == nil {
			all = append(all, a)
		}
	}
	return all
}

// checkDraft holds what a draft is to be made from. Nothing is known of a Task that ends before a prompt has shown it.
func (p *past) checkDraft(c *call) {
	active := p.active()
	if active == nil {
		return
	}
	_, lines, _ := strings.Cut(c.says("Task summaries"), "\n") // behind the Task itself
	p.hold(c, "draft", active.attempts, attemptsIn(lines))
	accepted, _ := c.section("Accepted run")
	p.hold(c, "draft", "final_accepted_run_id: "+or(active.accepted, "none"), accepted)
	slices.Sort(active.tools)
	active.tools = slices.Compact(active.tools)
	called, _ := c.section("Called tool names")
	names := strings.Split(strings.TrimPrefix(called, "Called tool names: "), ", ")
	slices.Sort(names)
	p.hold(c, "draft", or(strings.Join(active.tools, ", "), "none"), strings.Join(names, ", "))
}

// calledTools returns the names of the tools that the answer calls and the request has offered.
func (c *call) calledTools() (names []string) {
	for _, asked := range c.said.ToolCalls {
		if slices.ContainsFunc(c.Tools, func(t pipeline.Tool) bool { return t.Name == asked.Name }) {
			names = append(names, asked.Name)
		}
	}
	return names
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func first(text string, most int) string {
	if all := []rune(text); len(all) > most {
		return string(all[:most])
	}
	return text
}
