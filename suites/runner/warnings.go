package runner

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// maxWarnings limits a case's reported warnings; a list of a million answers may have as many.
const maxWarnings = 50

// warnings returns what is probably unintended in a finished case: each a line that begins with its place. Refused
// requests come first: unused answers may follow from them.
func (r *caseRun) warnings(t *trace.Trace) []string {
	scripts := r.c.Scripts()
	answers := scripts
	if r.c.TwinOf() != "" { // it shares the others, and need not ask for what was learned
		answers = r.c.OfTwin()
	}
	lines := append(r.refused(t), r.unused(t, answers)...)
	lines = append(lines, r.meantKeys(scripts)...)
	lines = append(append(lines, r.unknownTools(t, scripts)...), r.unnamedFallbacks(t)...)
	lines = append(lines, r.faults.Unmet()...)
	return append(lines, r.brokenSkills()...)
}

// refused names an application's refused requests, and those that no stage rule claims.
func (r *caseRun) refused(t *trace.Trace) []string {
	var lines []string
	file, line := r.c.Where()
	for _, s := range t.Steps {
		var told struct{ What string }
		if s.Kind == pipeline.EntryEvent && (s.Stage == pipeline.EventRefused || s.Stage == pipeline.EventUnclaimed) &&
			json.Unmarshal(s.Value, &told) == nil {
			lines = append(lines, fmt.Sprintf("%s:%d: %s: %s: %s", file, line, s.Path, s.Stage, told.What))
		}
	}
	return lines
}

// undecided names the turns with an undecided expectation, since the log of requests has no answers.
func (r *caseRun) undecided(scores []score.Score) []string {
	if !r.suite.Fed() {
		return nil
	}
	var lines []string
	file, _ := r.c.Where()
	for _, s := range scores {
		if s.Unmeasured && s.Scorer == "answer" {
			lines = append(lines, fmt.Sprintf("%s:%d: %s: %s", file, s.Line, s.Turn, s.Reason))
		}
	}
	return few(slices.Compact(lines))
}

// unjudged names the replies without a verdict.
func (r *caseRun) unjudged(scores []score.Score) []string {
	var lines []string
	file, _ := r.c.Where()
	for _, s := range scores {
		if s.Unmeasured && s.IsVerdict() {
			lines = append(lines, fmt.Sprintf("%s:%d: %s: %s", file, s.Line, s.Path, s.Reason))
		}
	}
	return few(lines)
}

// unexpected returns the warnings that the case does not expect. If the run ended, expected warnings that it did not
// give are warnings too.
func (r *caseRun) unexpected(lines []string, ended bool) []string {
	met := make([]bool, len(r.c.Warnings))
	lines = slices.DeleteFunc(lines, func(line string) bool {
		found := false
		for i := range r.c.Warnings {
			if r.c.Warnings[i].Fits(withoutPlace(line)) {
				met[i], found = true, true
			}
		}
		return found
	})
	for i := range r.c.Warnings {
		if ended && !met[i] && r.c.TwinOf() == "" {
			lines = append(lines, r.c.Warnings[i].Unmet().Error())
		}
	}
	return few(lines)
}

// withoutPlace returns a warning without file and line.
func withoutPlace(line string) string {
	place, text, found := strings.Cut(line, ": ")
	if _, err := strconv.Atoi(place[strings.LastIndexByte(place, ':')+1:]); !found || err != nil {
		return line
	}
	return text
}

// few returns the first lines, and how many more there are.
func few(lines []string) []string {
	if len(lines) <= maxWarnings {
		return lines
	}
	return append(lines[:maxWarnings], fmt.Sprintf("and %d more", len(lines)-maxWarnings))
}

// said returns the answer of the case that a call got; nil: something else has answered.
func (r *caseRun) said(c *trace.Call) *fixtures.Answer {
	if c.Origin.Source != pipeline.SourceScripted || c.Origin.Match != "" {
		return nil
	}
	return r.c.Said(c.Path, c.Stage, c.Request.Try)
}

// unused names the scripted answers that nothing asked for, except those of turns that did not begin, and those for
// another system that runs the case too.
func (r *caseRun) unused(t *trace.Trace, scripts []fixtures.Script) []string {
	if len(scripts) == 0 {
		return nil
	}
	used := map[*fixtures.Answer]bool{}
	for _, c := range t.Calls() {
		used[r.said(c)] = true
		if r.suite.RecordingsFirst() { // a recording only took precedence
			used[r.c.Said(c.Path, c.Stage, c.Request.Try)] = true
		}
	}
	var lines []string
	warn := func(err error) { lines = append(lines, err.Error()) }
	if r.arrivals != nil {
		for _, s := range scripts {
			for _, a := range s.Answers {
				used[a] = r.arrivals.Used(a)
			}
		}
	}
	for _, s := range scripts {
		n := 0
		for _, a := range s.Answers {
			if used[a] {
				n++
			}
		}
		switch {
		case n > 0 && n == len(s.Answers):
		case s.Place != "" && !slices.Contains(r.begun, s.Place), r.others(s):
		case n == 0:
			warn(s.Errorf("nothing asked for this answer: %s", s.Name()))
		default:
			for i, a := range s.Answers {
				if !used[a] {
					warn(a.Errorf("nothing asked for this answer: %s, number %d of %d", s.Name(), i+1, len(s.Answers)))
				}
			}
		}
	}
	return lines
}

// others reports whether an answer can be for another system that runs the case too.
func (r *caseRun) others(s fixtures.Script) bool { return r.suite.ForOther(r.c, s.Key) }

// meantKeys names mappings that are read as a model's text, but would be an answer's fields except for one letter of a
// key.
func (r *caseRun) meantKeys(scripts []fixtures.Script) []string {
	var lines []string
	for _, s := range scripts {
		for _, a := range s.Answers {
			if got, meant := a.MeantKey(); meant != "" && !r.inExample(got) && !r.others(s) {
				lines = append(lines, a.Errorf("%s: with the key %q the mapping is JSON that the model says "+
					"(nearest: %s; json: {…} around it says that JSON is meant)", s.Name(), got, meant).Error())
			}
		}
	}
	return lines
}

// inExample reports whether a stage of the system takes JSON with this key.
func (r *caseRun) inExample(key string) bool {
	return slices.ContainsFunc(r.suite.Vocabulary().Stages, func(s pipeline.Stage) bool {
		var keys map[string]json.RawMessage
		return json.Unmarshal([]byte(s.Example), &keys) == nil && keys[key] != nil
	})
}

// unknownTools names scripted calls of tools that neither case nor system has, unless an expectation names them.
func (r *caseRun) unknownTools(t *trace.Trace, scripts []fixtures.Script) []string {
	known := append(r.suite.Vocabulary().Tools(r.c), r.offered(t)...)
	expected := r.c.ExpectedTools()
	var lines []string
	for _, s := range scripts {
		for _, a := range s.Answers {
			for _, call := range a.ToolCalls {
				if slices.Contains(known, call.Name) || slices.Contains(expected, call.Name) {
					continue
				}
				lines = append(lines,
					a.Errorf("%s: the case has no tool %q%s; expect: {tools: […]} with it says that it is meant",
						s.Name(), call.Name, wording.Hint(call.Name, known)).Error())
			}
		}
	}
	return lines
}

// offered returns the tools that an application has offered, each once: neither case nor system lists them.
func (r *caseRun) offered(t *trace.Trace) []string {
	var names []string
	if r.arrivals == nil {
		return nil
	}
	for _, c := range t.Calls() {
		for _, tool := range c.Request.Tools {
			if !slices.Contains(names, tool.Name) {
				names = append(names, tool.Name)
			}
		}
	}
	return names
}

// unnamedFallbacks names answers of the case, and faults of its suite, that led to a fallback, in turns without an
// expectation of fallbacks.
func (r *caseRun) unnamedFallbacks(t *trace.Trace) []string {
	type led struct {
		by     located
		stage  string
		reason pipeline.Reason
	}
	seen := map[led]bool{}
	var lines []string
	for _, c := range t.Calls() {
		for _, f := range c.Fallbacks {
			by, what := r.behind(c)
			to := led{by, f.Stage, f.Reason}
			if by == nil || seen[to] || r.c.ExpectsFallback(c.Path, f) {
				continue
			}
			seen[to] = true
			lines = append(lines, by.Errorf("%s: %s led to a fallback that no expectation names: "+
				"{stage: %s, reason: %s}", c.Path, what, f.Stage, f.Reason).Error())
		}
	}
	return lines
}

// located is what a warning can be about.
type located interface {
	Errorf(format string, args ...any) error
}

// behind returns the answer or fault of the case or its suite that a call got, with a description; nil: neither.
func (r *caseRun) behind(c *trace.Call) (by located, what string) {
	if f := r.faults.At(c.Path); f != nil {
		return f, "this fault"
	}
	if a := r.said(c); a != nil {
		return a, "this answer"
	}
	return nil, ""
}

// brokenSkills names the case's skills that cannot be loaded.
func (r *caseRun) brokenSkills() []string {
	var warnings []string
	file, line := r.c.Where()
	for _, refs := range r.c.SkillLists() {
		dirs, err := r.suite.OwnSkills(r.c, refs)
		if err != nil || len(dirs) == 0 {
			continue
		}
		for _, p := range skills.Load(dirs, pipeline.SkillPolicyOf(r.suite.Pipeline())).Problems {
			warning := fmt.Sprintf("%s:%d: skills: %s: %s", file, line, p.Path, p.Detail)
			if p.Dropped && !slices.Contains(warnings, warning) {
				warnings = append(warnings, warning)
			}
		}
	}
	return warnings
}

// unansweredTools names the tool calls of a server's model for which the case has no result: each was a tool error.
func (r *caseRun) unansweredTools(t *trace.Trace) []string {
	var lines []string
	file, line := r.c.Where()
	for _, s := range t.Steps {
		if s.Tool != nil && s.Tool.Result.From == pipeline.FromNobody {
			lines = append(lines, fmt.Sprintf("%s:%d: %s: the case has no result for this call of a tool: %s %s", file,
				line, s.Path, s.Tool.Call.Name, s.Tool.Call.Arguments))
		}
	}
	return lines
}
