package contracttest

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// hold holds a request against the past; step is its step of the plan, if it has one.
func (k *kitchen) hold(c *trace.Call, step *kitchenStep) {
	before := k.before()
	after := before
	if k.turn.index < len(k.ends) {
		after = k.ends[k.turn.index]
	}
	switch c.Stage {
	case "understand":
		k.table(c, k.ended(k.turn.index-1))
	case "think":
		k.entities(c, section(c, "Entities"), before)
		k.dashboard(c)
		k.drafts(c, section(c, "Last turn"), before)
		k.inUse(c, before)
		k.talk(c, "Conversation history")
	case "act":
		k.calls(c, step)
		k.talk(c, "Context")
	case "reply":
		k.accomplished(c)
		k.drafts(c, section(c, "What Was Accomplished"), after)
		k.composed(c, after)
		k.talk(c, "Conversation")
	}
}

// ended returns the state at the end of a turn; before the first one there is nothing.
func (k *kitchen) ended(turn int) kitchenState {
	if turn < 0 {
		return kitchenState{}
	}
	return k.ends[turn]
}

// before returns the state before the steps of the turn: that at the end of the last one, without what Understand has
// dropped since.
func (k *kitchen) before() kitchenState {
	s := k.ended(k.turn.index - 1)
	s.Entities = maps.Clone(s.Entities)
	maps.DeleteFunc(s.Entities, func(ref string, _ struct{ Label, Action string }) bool {
		return k.turn.cleared || k.turn.dropped[ref]
	})
	return s
}

// touchedByHand reports whether the user has changed or mentioned rows in this turn, by which entities change.
func (k *kitchen) touchedByHand() bool {
	b, ok := k.turn.in.Block.(*alfred.TurnBlock)
	return ok && b != nil && len(b.Changes) > 0 || strings.Contains(k.turn.in.Text, "@[")
}

var entityLine = regexp.MustCompile(`(?m)^- ((?:gen_)?[a-z_]+_\d+): (.*) \(([a-z_]+)(?:, turn \d+)?\)(?: \[([^\]]+)\])?(.*)$`)

// tableOf has the table of each type.
var tableOf = map[string]string{
	"recipe": "recipes", "ri": "recipe_ingredients", "inv": "inventory", "shop": "shopping_list", "task": "tasks",
	"pref": "preferences", "ing": "ingredients",
}

// entities holds the lines about entities against the state: their names, and what was last done to them.
func (k *kitchen) entities(c *trace.Call, text string, now kitchenState) {
	for _, m := range entityLine.FindAllStringSubmatch(text, -1) {
		ref, label, typ, tag, rest := m[1], m[2], m[3], m[4], m[5]
		e, known := now.Entities[ref]
		k.held["entity"]++
		switch {
		case !known || oneLine(e.Label) != label || strings.HasSuffix(tag, ":user"):
			if !k.touchedByHand() && !known {
				k.errorf(c.Path, "%s: nobody knows it", m[0])
			} else if !k.touchedByHand() && (oneLine(e.Label) != label || e.Action != tag) {
				k.errorf(c.Path, "%s: it is %+v", m[0], e)
			}
			continue
		case tag == "unsaved" || e.Action == "generated":
			k.held["unsaved entity"]++
			if tag != "" && (tag == "unsaved") != (e.Action == "generated") {
				k.errorf(c.Path, "%s: it was last %s", m[0], e.Action)
			}
			continue
		case tag == "": // retained
			continue
		}
		action, level, leveled := strings.Cut(tag, ":")
		if action != e.Action {
			k.errorf(c.Path, "%s: it was last %s", m[0], e.Action)
		}
		if full, read := k.full[label]; leveled && read {
			k.held["level of a recipe"]++
			if (level == "full") != full {
				k.errorf(c.Path, "%s: its instructions were read: %t", m[0], full)
			}
		}
		shown := k.seen[tableOf[typ]+" "+label]
		loaded := !strings.Contains(rest, "not loaded") && action != "deleted" && !strings.Contains(rest, "saved as")
		masked := strings.Contains(label, "[id]")
		if loaded && typ != "meal" && !shown && label != ref && !masked {
			k.errorf(c.Path, "%s: no result has shown it", m[0])
		}
		if strings.Contains(rest, "not loaded") {
			k.held["not loaded"]++
			if shown && action == "read" {
				k.errorf(c.Path, "%s: a result has shown it", m[0])
			}
		}
	}
}

var tableLine = regexp.MustCompile(`(?m)^\| ((?:gen_)?[a-z_]+_\d+) \| ([a-z_]+) \| (.*) \| ([a-z:]+) \| T(\d+) \| T(\d+) \|$`)

// table holds the registry that Understand sees against the end of the last turn.
func (k *kitchen) table(c *trace.Call, now kitchenState) {
	if k.touchedByHand() {
		return
	}
	lines := tableLine.FindAllStringSubmatch(section(c, "Entity Registry"), -1)
	for _, m := range lines {
		e, known := now.Entities[m[1]]
		k.held["row of the registry"]++
		if !known || strings.ReplaceAll(oneLine(e.Label), "|", `\|`) != m[3] || e.Action != m[4] {
			k.errorf(c.Path, "%s: it is %+v", m[0], e)
		}
		if number(m[5]) > number(m[6]) || number(m[6]) > k.turn.index {
			k.errorf(c.Path, "%s: the turns are out of order", m[0])
		}
	}
	if len(lines) != min(len(now.Entities), 20) {
		k.errorf(c.Path, "%d lines on %d entities", len(lines), len(now.Entities))
	}
}

var tableCount = regexp.MustCompile(`(?m)^- ([a-z_]+): (\d+)$`)

// dashboard holds the numbers of rows against the tables.
func (k *kitchen) dashboard(c *trace.Call) {
	want := maps.Clone(k.ended(k.turn.index - 1).Rows)
	if k.turn.index == 0 {
		want = map[string]int{}
		var tables map[string][]any
		if b, ok := k.given.Block.(*alfred.Block); ok && len(b.Tables) > 0 {
			if err := json.Unmarshal(b.Tables, &tables); err != nil {
				k.t.Fatal(err)
			}
		}
		for name, all := range tables {
			want[name] = len(all)
		}
	}
	if b, ok := k.turn.in.Block.(*alfred.TurnBlock); ok && b != nil {
		for _, change := range b.Changes {
			want[change.Table] += map[string]int{"created": 1, "deleted": -1}[change.Do]
		}
	}
	maps.DeleteFunc(want, func(_ string, n int) bool { return n == 0 })
	got := map[string]int{}
	for _, m := range tableCount.FindAllStringSubmatch(section(c, "Dashboard"), -1) {
		got[m[1]] = number(m[2])
		k.held["count of rows"]++
	}
	if !maps.Equal(want, got) {
		k.errorf(c.Path, "the tables have %v, and are said to have %v", want, got)
	}
}

var draftTold = regexp.MustCompile(`Composed '(.*?)', (not saved|saved since|saved, and deleted since|dropped since)\.`)

// drafts holds what has become of artefacts: any of that name is in the state that is told.
func (k *kitchen) drafts(c *trace.Call, text string, now kitchenState) {
	for ref, e := range now.Entities {
		k.named(ref, oneLine(e.Label))
	}
	for _, m := range draftTold.FindAllStringSubmatch(text, -1) {
		k.held["draft "+m[2]]++
		found := false
		for ref, names := range k.names {
			if !strings.HasPrefix(ref, "gen_") || !names[m[1]] {
				continue
			}
			e, known := now.Entities[ref]
			is := "saved since"
			switch {
			case !known:
				is = "dropped since"
			case e.Action == "generated":
				is = "not saved"
			case strings.HasPrefix(e.Action, "deleted"):
				is = "saved, and deleted since"
			}
			found = found || is == m[2]
		}
		if !found {
			k.errorf(c.Path, "%s, and no artefact of that name is so: %v", m[0], now.Entities)
		}
	}
}

// composed holds that Reply is told of each artefact that is new.
func (k *kitchen) composed(c *trace.Call, after kitchenState) {
	made, before := 0, k.ended(k.turn.index-1)
	for ref := range after.Entities {
		if _, old := before.Entities[ref]; !old && strings.HasPrefix(ref, "gen_") {
			made++
		}
	}
	if told := draftTold.FindAllString(section(c, "What Was Accomplished"), -1); len(told) < made {
		k.errorf(c.Path, "%d artefacts are new, and told of are %q", made, told)
	}
}

var inUse = regexp.MustCompile(`\*\*In use\*\*: (\d+) (?:entity|entities) \| \*\*Not saved\*\*: (\d+)`)

// inUse holds the numbers in Think's task against the lists above it and the state.
func (k *kitchen) inUse(c *trace.Call, now kitchenState) {
	m := inUse.FindStringSubmatch(section(c, "Immediate task"))
	lists, unsaved, pending := 0, 0, 0
	for _, line := range entityLine.FindAllStringSubmatch(section(c, "Entities"), -1) {
		if line[4] == "unsaved" {
			unsaved++
		} else {
			lists++
		}
	}
	for _, e := range now.Entities {
		if e.Action == "generated" {
			pending++
		}
	}
	k.held["in use"]++
	if m == nil || number(m[1]) != lists || number(m[2]) != pending || unsaved > pending {
		k.errorf(c.Path, "%q, with %d in the lists, and %d not saved", m, lists, pending)
	}
}

var (
	stepsMade = regexp.MustCompile(`(?m)^\| Step \| (\d+) of (\d+) \|$`)
	callsMade = regexp.MustCompile(`(?m)^Tool calls made in this step: (\d+) of 3\.$`)
)

// calls holds how far the step has come.
func (k *kitchen) calls(c *trace.Call, step *kitchenStep) {
	at, made := number(stepPlace.FindStringSubmatch(c.Path)[1]), len(step.tools)+step.fetched
	m := stepsMade.FindStringSubmatch(section(c, "Status"))
	calls := callsMade.FindStringSubmatch(section(c, "Decision"))
	if m == nil || number(m[1]) != at || number(m[2]) != len(k.turn.planned) {
		k.errorf(c.Path, "%q, in step %d of %d", m, at, len(k.turn.planned))
	}
	if calls != nil {
		k.held["number of calls"]++
		if number(calls[1]) != made {
			k.errorf(c.Path, "%q behind %d calls", calls[0], made)
		}
	}
}

var doneStep = regexp.MustCompile(`(?m)^(\d+)\. (read|write|analyze|generate)\b`)

// accomplished holds what Reply is told of each step: whether it was carried out, and what its calls did.
func (k *kitchen) accomplished(c *trace.Call) {
	text := section(c, "What Was Accomplished")
	at := doneStep.FindAllStringSubmatchIndex(text, -1)
	nothing := strings.Contains(text, "Nothing was read, written or composed in this turn.")
	if done := len(k.turn.planned) > 0; nothing == done {
		k.errorf(c.Path, "something was done: %t, and told of is\n%s", done, text)
	} else if nothing {
		k.held["nothing done"]++
	}
	if len(at) != len(k.turn.planned) {
		k.errorf(c.Path, "%d steps, want %q:\n%s", len(at), k.turn.planned, text)
		return
	}
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		block := text[m[0]:end]
		if kind := text[m[4]:m[5]]; kind != k.turn.planned[i] {
			k.errorf(c.Path, "step %d is a %s, want %s", i+1, kind, k.turn.planned[i])
		}
		step := &kitchenStep{}
		if i < len(k.turn.steps) {
			step = k.turn.steps[i]
		}
		carriedOut := step.complete || len(step.tools)+step.fetched > 0
		if strings.Contains(block, "\nNot carried out.") == carriedOut {
			k.errorf(c.Path, "step %d was carried out: %t\n%s", i+1, carriedOut, block)
		} else if !carriedOut {
			k.held["step not carried out"]++
			continue
		}
		k.held["step"]++
		k.outcome(c, block, step)
	}
}

var callsTold = regexp.MustCompile(`\((?:Read|Created|Updated|Deleted|\d+ calls?) [^()]*\.\)`)

// outcome holds the outcome of a step that was carried out.
func (k *kitchen) outcome(c *trace.Call, block string, step *kitchenStep) {
	before, _, _ := strings.Cut(block, "\n```json")
	want := step.counts(k.ends[k.turn.index])
	if told := callsTold.FindAllString(before, -1); want == "" && len(told) > 0 ||
		want != "" && !slices.Contains(told, want) {
		k.errorf(c.Path, "the calls are told as %q, want %q:\n%s", told, want, before)
	}
	if want != "" {
		k.held["calls of a step"]++
	}
	if strings.Contains(want, " failed.)") {
		k.held["failed call"]++
	}
	if open := step != k.turn.quick && !step.complete; strings.Contains(before, "\nNot completed.") != open {
		k.errorf(c.Path, "the step is open: %t\n%s", open, before)
	} else if open {
		k.held["open step"]++
	}
}

// talk holds that the answer of the last turn that was kept is told, or its summary.
func (k *kitchen) talk(c *trace.Call, name string) {
	if k.last == nil {
		return
	}
	said := ""
	for _, r := range k.r.Trace.Outcomes[k.last.index].Replies {
		said = r.Text
	}
	if len([]rune(said)) >= 400 { // a proposal of that length is cut, any other text has a summary
		said = string([]rune(said)[:300])
	}
	text := section(c, name)
	k.held["answer"]++
	if strings.Contains(text, "[id]") { // which the models do not see
		return
	}
	if !strings.Contains(text, said) && (k.last.summary == "" || !strings.Contains(text, k.last.summary)) {
		k.errorf(c.Path, "the last answer %q is not told:\n%s", said, text)
	}
}
