package contracttest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// watchedKitchen is Alfred with the inputs of its cases.
type watchedKitchen struct {
	*alfred.System
	opened chan *watchedCase
}

// Open implements pipeline.System.
func (w watchedKitchen) Open(c pipeline.Case) (pipeline.Conversation, error) {
	inner, err := w.System.Open(c)
	of := &watchedCase{Conversation: inner, Case: c}
	w.opened <- of
	return of, err
}

// What a prompt tells of the past is true: in each case of this repository that runs on Alfred by its description, all
// requests are held against results of queries, completed steps, and the state at the ends of turns.
func TestAlfredTellsWhatIsTrue(t *testing.T) {
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	watched := watchedKitchen{known["alfred"].(*alfred.System), make(chan *watchedCase, 1)}
	known["alfred"] = watched
	held := map[string]int{}
	loaded := repository(t, known, "alfred")
	err = runner.Run(t.Context(), loaded, known, runner.Options{Workers: 1}, func(r *result.Result) error {
		given := <-watched.opened
		b, ok := given.Block.(*alfred.Block)
		if r.Skipped != "" || ok && b.Compat != "" { // the program's lines are not true
			return nil
		}
		k := newKitchen(t, given, r, held)
		for i := range r.Trace.Steps {
			k.step(&r.Trace.Steps[i])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(held)
	for _, what := range []string{
		"case", "count of rows", "step", "calls of a step", "failed call", "open step", "step not carried out",
		"draft not saved", "draft saved since", "entity", "unsaved entity", "level of a recipe", "not loaded", "in use",
		"row of the registry", "answer", "number of calls", "nothing done",
	} {
		if held[what] == 0 {
			t.Errorf("no case shows a prompt with any %s", what)
		}
	}
}

// kitchen is what has happened in a case until one step of its trace.
type kitchen struct {
	t     *testing.T
	given *watchedCase
	r     *result.Result
	held  map[string]int // how often something was found true
	ends  []kitchenState // at the ends of turns
	names map[string]map[string]bool
	turn  *kitchenTurn
	last  *kitchenTurn    // whose talk was kept
	seen  map[string]bool // tables and names of rows that a result has shown
	full  map[string]bool // names of recipes, by whether they were last read with their instructions
}

// kitchenState is Alfred's state at the end of a turn.
type kitchenState struct {
	Entities map[string]struct{ Label, Action string }
	Rows     map[string]int
}

// kitchenTurn is a turn in progress.
type kitchenTurn struct {
	place   string
	index   int // from 0
	in      pipeline.Input
	planned []string       // the types of the steps
	steps   []*kitchenStep // that were begun
	dropped map[string]bool
	cleared bool
	summary string       // in the place of its answer
	quick   *kitchenStep // a look-up, in the place of a plan
}

// kitchenStep is a step of the plan.
type kitchenStep struct {
	tools    []*trace.Step
	fetched  int    // results of other steps
	did      string // its last action
	complete bool
}

func newKitchen(t *testing.T, given *watchedCase, r *result.Result, held map[string]int) *kitchen {
	t.Helper()
	if r.Trace == nil || given.ID != r.Case {
		t.Fatalf("%s/%s has not run: %v", r.Suite, r.Case, r.Errors)
	}
	k := &kitchen{
		t: t, given: given, r: r, held: held,
		names: map[string]map[string]bool{}, seen: map[string]bool{}, full: map[string]bool{},
	}
	for _, out := range r.Trace.Outcomes {
		var s kitchenState
		raw, err := json.Marshal(out.State)
		if err == nil {
			err = json.Unmarshal(raw, &s)
		}
		if err != nil {
			t.Fatal(err)
		}
		k.ends = append(k.ends, s)
	}
	held["case"]++
	return k
}

func (k *kitchen) errorf(at, format string, args ...any) {
	k.t.Helper()
	k.t.Errorf("%s/%s: %s: "+format, append([]any{k.r.Suite, k.r.Case, at}, args...)...)
}

var stepPlace = regexp.MustCompile(`^turn-\d+/step:(\d+)`)

// step takes one step of the trace: a request is held against the past, anything else becomes a part of it.
func (k *kitchen) step(s *trace.Step) {
	place, _, _ := strings.Cut(s.Path, "/")
	if k.turn == nil || k.turn.place != place {
		k.begin(place)
	}
	of := k.turn.step(s.Path)
	switch {
	case s.Call != nil:
		if s.Stage == "act-quick" {
			k.turn.planned, k.turn.quick = []string{"read"}, &kitchenStep{}
			k.turn.steps = append(k.turn.steps, k.turn.quick)
		}
		k.hold(s.Call, of)
		k.answer(s.Call)
	case s.Tool != nil:
		if of == nil {
			of = k.turn.quick
		}
		of.tools = append(of.tools, s)
		k.see(s.Tool)
	case s.Stage == "think" && s.Kind == pipeline.EntryDecided:
		var plan trace.Plan
		k.decode(s, &plan)
		for _, n := range plan.Nodes {
			kind, _, _ := strings.Cut(n.ID, "-")
			k.turn.planned = append(k.turn.planned, kind)
		}
	case s.Stage == "act" && s.Kind == pipeline.EntryDecided:
		var did struct{ Action string }
		k.decode(s, &did)
		if of.did = did.Action; of.did == "retrieve_step" {
			of.fetched++
		}
	case s.Stage == "act" && s.Kind == pipeline.EntryFallback && of != nil && of.did == "retrieve_step":
		of.fetched-- // there was nothing to fetch
	case s.Stage == "step_complete":
		of.complete = true
	}
}

func (k *kitchen) decode(s *trace.Step, into any) {
	if err := json.Unmarshal(s.Value, into); err != nil {
		k.errorf(s.Path, "%s: %v", s.Stage, err)
	}
}

// begin begins a turn. What was said in the one before is kept, unless it has failed.
func (k *kitchen) begin(place string) {
	index := slices.IndexFunc(k.r.Trace.Inputs, func(in trace.Input) bool { return in.Place == place })
	if k.turn != nil && k.turn.index < len(k.ends) {
		if k.r.Trace.Outcomes[k.turn.index].Status != pipeline.StatusFailed {
			k.last = k.turn
		}
		for ref, e := range k.ends[k.turn.index].Entities {
			k.named(ref, oneLine(e.Label))
		}
	}
	k.turn = &kitchenTurn{place: place, index: index, in: k.given.inputs[index], dropped: map[string]bool{}}
}

// named notes a name of an entity: a row that is saved may get another one.
func (k *kitchen) named(ref, name string) {
	if k.names[ref] == nil {
		k.names[ref] = map[string]bool{}
	}
	k.names[ref][name] = true
}

// step returns the step of the plan at a path, begun if need be; nil: the path is in none.
func (t *kitchenTurn) step(path string) *kitchenStep {
	m := stepPlace.FindStringSubmatch(path)
	if m == nil {
		return nil
	}
	for len(t.steps) < number(m[1]) {
		t.steps = append(t.steps, &kitchenStep{})
	}
	return t.steps[number(m[1])-1]
}

// answer takes what later prompts tell of an answer.
func (k *kitchen) answer(c *trace.Call) {
	switch c.Stage {
	case "summarize":
		k.turn.summary = strings.TrimSpace(c.Response.Content)
	case "understand":
		var u struct {
			Curation struct {
				Drop     []string
				ClearAll bool `json:"clear_all"`
			} `json:"entity_curation"`
		}
		if len(c.Fallbacks) > 0 || json.Unmarshal([]byte(c.Response.Content), &u) != nil {
			return
		}
		k.turn.cleared = u.Curation.ClearAll
		for _, ref := range u.Curation.Drop {
			k.turn.dropped[ref] = !k.turn.cleared
		}
	}
}

// rows returns the rows in the content of a result: the objects in a list, or the content if it is one.
func rows(content string) (all []map[string]any, ok bool) {
	var v any
	if json.Unmarshal([]byte(content), &v) != nil {
		return nil, false
	}
	list, isList := v.([]any)
	if !isList {
		list = []any{v}
	}
	for _, e := range list {
		if row, isRow := e.(map[string]any); isRow {
			all = append(all, row)
		}
	}
	return all, isList || len(all) > 0
}

// see takes the rows that a result shows.
func (k *kitchen) see(u *pipeline.ToolUse) {
	var params struct{ Table string }
	err := json.Unmarshal([]byte(u.Call.Arguments), &params)
	if err != nil || u.Result.Failed || u.Call.Name == "db_delete" {
		return
	}
	all, _ := rows(u.Result.Content)
	k.seeRows(params.Table, all, u.Call.Name == "db_read")
}

func (k *kitchen) seeRows(table string, all []map[string]any, read bool) {
	for _, row := range all {
		for _, key := range []string{"name", "title"} {
			if name, ok := row[key].(string); ok {
				k.seen[table+" "+oneLine(name)] = true
				if _, full := row["instructions"]; table == "recipes" && read {
					k.full[oneLine(name)] = full
				}
			}
		}
		const nested = "recipe_ingredients"
		if inner, err := json.Marshal(row[nested]); err == nil {
			below, _ := rows(string(inner))
			k.seeRows(nested, below, read)
		}
	}
}

func oneLine(s string) string { return strings.Join(strings.FieldsFunc(s, isLineBreak), " ") }

func isLineBreak(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) }

// counts returns what the calls of a step did, as its outcome has to say it.
func (s *kitchenStep) counts(now kitchenState) string {
	var order []string
	n, failed := map[string]int{}, 0
	for _, tool := range s.tools {
		var params struct{ Table string }
		if err := json.Unmarshal([]byte(tool.Tool.Call.Arguments), &params); err != nil || tool.Tool.Result.Failed {
			failed++
			continue
		}
		all, ok := rows(tool.Tool.Result.Content)
		did := strings.TrimSuffix(strings.TrimPrefix(tool.Tool.Call.Name, "db_"), "e")
		did = map[string]string{"read": "read", "creat": "created", "updat": "updated", "delet": "deleted"}[did]
		if did += " %s of " + params.Table; !ok {
			did = strings.Replace(did, " %s of", "", 1) + ", which gave no rows"
		}
		if _, before := n[did]; !before {
			order = append(order, did)
		}
		n[did] += len(all) + unsavedIn(tool.Tool, now)
	}
	var said []string
	for _, did := range order {
		if strings.Contains(did, "%s") {
			did = fmt.Sprintf(did, many(n[did], "row"))
		}
		said = append(said, did)
	}
	if failed > 0 {
		said = append(said, many(failed, "call")+" failed")
	}
	if len(said) == 0 {
		return ""
	}
	text := strings.Join(said, "; ")
	return "(" + strings.ToUpper(text[:1]) + text[1:] + ".)"
}

var artefact = regexp.MustCompile(`gen_[a-z_]+_\d+`)

// unsavedIn returns the number of unsaved artefacts that a read has asked for by their references: the registry
// answers.
func unsavedIn(u *pipeline.ToolUse, now kitchenState) (n int) {
	if u.Said == nil || u.Call.Name != "db_read" {
		return 0
	}
	for _, ref := range artefact.FindAllString(u.Said.Arguments, -1) {
		if now.Entities[ref].Action == "generated" {
			n++
		}
	}
	return n
}

func many(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}
