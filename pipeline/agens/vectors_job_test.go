package agens

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// jobVector is a job in the vectors' form, with its host's answers at each node.
type jobVector struct {
	Input     *string
	Job       jobSpec
	Subs      map[string]jobSpec
	Script    map[string][]any // by node; the last one is repeated
	Servings  map[string]string
	Contexts  map[string]any
	Resources map[string]any
	asProgram bool           // runs with compat: program
	Tools     map[string]any // their results, or tuples of error and a reason, or of ok and a result
}

type jobSpec struct {
	ID, Description string
	MaxRetries      *int   `json:"max_retries"`
	Start           string `json:"starting_node_id"`
	Nodes           map[string]struct {
		Objective, Serving, Sub string
		Agent                   string `json:"agent_id"`
		Tools, Resources        []any
	}
}

// jobOutput is the program's report on a job.
type jobOutput struct {
	Run    any
	Events []map[string]any
	Sorted bool `json:"events_sorted"`
	Hangs  bool `json:"still_running"`
	CapHit bool `json:"event_cap_hit"`
}

// G7: jobs as sequences of events. A host of the program is scripted: what it says is read by a reader that knows the
// script. These differ by rule, and the predicates on the input say which:
//
//   - Q1: the program forgets the previous result on a retry. It is not compared from a retry to the end of its visit.
//   - Q2: it takes the count of retries on to the next node. Retries are not compared in visits after one with a retry.
//   - Q3: it takes results of tools on to the next node. They are not compared in visits after one with tools.
//   - G3: it shows the calls of the last answer alone, and a complaint until the visit ends. The calls are not compared
//     from a visit's second round on, nor the complaint behind tools.
//   - Q4: a tool fails. The program comes to no end then: what it has told is the beginning of what is told here.
//   - An input of nil is refused before anything runs; here an input is always a text.
func TestVectorJob(t *testing.T) {
	table := read[map[string]Prefix](t, vectorFile(t, "prefixes_default.json"))
	eachVector(t, "job.json", func(t *testing.T, v vector) {
		in, want := read[jobVector](t, v.Input), read[jobOutput](t, v.Output)
		if in.Input == nil {
			if len(want.Events) > 0 || want.Run == "ok" {
				t.Errorf("a run without an input tells %v", want.Events)
			}
			v.by(byNoInput)
			return
		}
		got, err := in.run(t, tableOf(t, table))
		if raises(t, v.Output) || want.Run != "ok" && len(want.Events) == 0 {
			if _, bad := errors.AsType[*pipeline.InputError](err); !bad {
				t.Errorf("got %v and the events %v, want an error when the job is opened", err, got)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		begins := want.Hangs || want.CapHit
		if in.asProgram {
			v.by(byProgram)
		}
		if cmp.Equal(comparable(t, want.Events, nil), comparable(t, got, nil)) {
			return
		}
		excused, theirs := in.quirks(got, want.Sorted), in.quirks(want.Events, want.Sorted)
		if rules := rulesOf(excused); rules != "" {
			v.by("but for " + rules)
		}
		want.Events, got = comparable(t, want.Events, theirs), comparable(t, got, excused)
		compareEvents(t, want.Events, likewise(got, want.Events), want.Sorted, begins)
	})
}

// comparable returns the comparable parts of events: without ids of runs, the text of a tool's error, and what the
// quirks at each event name; nil: no quirks.
func comparable(t *testing.T, events []map[string]any, quirks [][]quirk) []map[string]any {
	t.Helper()
	var all []map[string]any
	for i, e := range events {
		var forget []string
		if quirks != nil {
			forget = forgotten(quirks[i])
		}
		e, _ := plain(t, e).(map[string]any)
		delete(e, "run_id")
		if loose(e) {
			e = named(e)
		}
		if tool, ok := e["tool"].(map[string]any); ok {
			tool["error"] = tool["error"] != nil
			if kind, v := tupleOf(tool["result"]); kind == "ok" {
				tool["result"] = v
			}
		}
		for _, side := range []string{"system", "user"} {
			if prompt, ok := e[side].(string); ok {
				e[side] = sectionsOf(t, prompt, forget)
			}
		}
		for _, key := range forget {
			if _, has := e[key]; has {
				e[key] = "…"
			}
		}
		all = append(all, e)
	}
	return all
}

// loose reports whether only the meaning of an event's fields is known, and not their spelling in a file.
func loose(e map[string]any) bool {
	name, _ := e["event"].(string)
	return strings.HasPrefix(name, "yield_") || name == eventResource
}

// named returns the fields of such an event, by the beginnings of their names.
func named(e map[string]any) map[string]any {
	kept := map[string]any{"event": e["event"]}
	for k, v := range e {
		for _, name := range []string{"total", "ready", "node_id", "uri"} {
			if strings.HasPrefix(k, name) {
				kept[name] = v
			}
		}
	}
	return kept
}

// likewise returns events with only the fields that wanted ones of their name have, if they are loose; resources that
// the wanted ones do not mention at all are left out.
func likewise(got, want []map[string]any) (all []map[string]any) {
	told := map[any]map[string]bool{}
	for _, e := range want {
		if told[e["event"]] == nil {
			told[e["event"]] = map[string]bool{}
		}
		for k := range e {
			told[e["event"]][k] = true
		}
	}
	for _, e := range got {
		if e["event"] == eventResource && told[eventResource] == nil {
			continue
		}
		if loose(e) {
			maps.DeleteFunc(e, func(k string, _ any) bool { return !told[e["event"]][k] && k != "event" })
		}
		all = append(all, e)
	}
	return all
}

// sectionsOf returns the sections of a prompt, sorted: the program's order is that of a map. Tools that are bare names
// become objects with a name, like tools of a case.
func sectionsOf(t *testing.T, prompt string, forget []string) []any {
	t.Helper()
	var all []any
	for _, s := range strings.Split("\n"+prompt, "\n## ") {
		s = "## " + strings.TrimRight(s, "\n")
		if s == "## " || slices.ContainsFunc(forget, func(f string) bool { return strings.HasPrefix(s, f+"\n") }) {
			continue
		}
		if head, value, ok := strings.Cut(s, ":\n\n"); ok && strings.HasPrefix(s, "## Tool Definitions\n") {
			var names []any
			for _, def := range read[[]any](t, []byte(value)) {
				if object, ok := def.(map[string]any); ok {
					def = object["name"]
				}
				names = append(names, def)
			}
			all = append(all, head, names)
			continue
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b any) int { return strings.Compare(spelled(a), spelled(b)) })
	return all
}

func spelled(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// compareEvents compares events in order, or as multisets; if the program has not ended, its events are a prefix.
func compareEvents(t *testing.T, want, got []map[string]any, sorted, begins bool) {
	t.Helper()
	if !sorted {
		if begins && len(got) > len(want) {
			got = got[:len(want)]
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("events (-want +got):\n%s", d)
		}
		return
	}
	for _, w := range want {
		i := slices.IndexFunc(got, func(g map[string]any) bool { return cmp.Equal(w, g) })
		if i < 0 {
			t.Errorf("nothing tells %s", spelled(w))
			continue
		}
		got = slices.Delete(got, i, i+1)
	}
	if len(got) > 0 && !begins {
		t.Errorf("told besides: %s", spelled(got))
	}
}

// namesNobody reports whether a job names an unknown node or job (G7).
func namesNobody(b *Block) bool {
	c := compiler{block: b}
	for _, j := range b.Subs {
		if c.checkNames("subs", j) != nil {
			return true
		}
	}
	return c.checkNames("job", b.Job) != nil
}

// run takes a turn with the vector's input and returns its events.
func (in *jobVector) run(t *testing.T, table Prefixes) ([]map[string]any, error) {
	t.Helper()
	block := &Block{Job: in.config(t, in.Job), Subs: map[string]Job{}, Servings: in.servings(t, table)}
	block.Limits.Visits = 1000
	for id, sub := range in.Subs {
		block.Subs[id] = in.config(t, sub)
	}
	if namesNobody(block) { // such a case is refused; the program runs it
		block.Compat, in.asProgram = compatProgram, true
	}
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	c, err := sys.Open(pipeline.Case{Block: block, Tools: in.tools(), Files: in.files()})
	if err != nil {
		return nil, err
	}
	conv := c.(*conversation)
	host := &host{script: in.Script, said: map[string]int{}, tools: in.Tools}
	conv.reads = host.reads
	start := time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)
	rt := pipeline.NewRuntime(&pipeline.Env{Model: host, Tools: host}, start)
	_, err = c.Turn(context.Background(), rt, pipeline.Input{Kind: pipeline.UserMessage, Text: *in.Input})
	if err == nil {
		err = errors.Join(rt.Errs()...)
	}
	return told(t, rt.Log(), host), err
}

// routerServing is the vectors' only router.
const routerServing = "router: outputs [confidence:int 1..10]; confidence>=7 -> route writer x1; else retry"

func (in jobVector) config(t *testing.T, spec jobSpec) Job {
	t.Helper()
	job := Job{
		Description: spec.Description, Start: spec.Start, MaxRetries: spec.MaxRetries, Nodes: map[string]Node{},
	}
	for name, n := range spec.Nodes {
		node := Node{Objective: n.Objective, Serving: n.Serving, Sub: n.Sub, Agent: n.Agent}
		if _, byNode := in.Contexts[name]; byNode && n.Agent == "" {
			node.Agent = name
		}
		for _, tool := range n.Tools {
			node.Tools = append(node.Tools, toolName(tool))
		}
		for _, r := range n.Resources {
			uri, _ := resourceOf(r)
			node.Resources = append(node.Resources, Resource{URI: uri, File: fileName(uri)})
		}
		if strings.HasPrefix(in.Servings[n.Serving], "router:") {
			node.Outputs, node.Routes = routerOf(t, in.Servings[n.Serving])
		}
		job.Nodes[name] = node
	}
	return job
}

func routerOf(t *testing.T, serving string) ([]router.Output, []Route) {
	t.Helper()
	if !strings.HasPrefix(serving, routerServing) {
		t.Fatalf("the router %q is not known", serving)
	}
	low, high := json.Number("1"), json.Number("10")
	outputs := []router.Output{
		{Key: "confidence", Type: router.TypeInt, Meta: router.Meta{Min: &low, Max: &high}},
	}
	return outputs, []Route{
		{
			When: []router.Condition{{Key: "confidence", Op: "gte", Value: "7"}},
			Next: []router.Instruction{router.Single(router.TypeRoute, "writer")},
		},
		{Next: []router.Instruction{{Type: router.TypeRetry}}},
	}
}

func (in jobVector) servings(t *testing.T, table Prefixes) map[string]Serving {
	t.Helper()
	all := map[string]Serving{}
	for name, says := range in.Servings {
		s := Serving{Prefixes: table, Contexts: map[string]string{}}
		if limit := regexp.MustCompile(`timeout (\d+ms)`).FindStringSubmatch(says); limit != nil {
			var err error
			if s.Timeout, err = time.ParseDuration(limit[1]); err != nil {
				t.Fatal(err)
			}
		}
		for who, context := range in.Contexts {
			if said, ok := context.(string); ok && who == name {
				s.Context = said
			} else if ok {
				s.Contexts[who] = said
			}
		}
		all[name] = s
	}
	return all
}

func toolName(def any) string {
	if object, ok := def.(map[string]any); ok {
		def = object["name"]
	}
	name, _ := def.(string)
	return name
}

func (in jobVector) tools() (all []pipeline.Tool) {
	for _, spec := range append(slices.Collect(maps.Values(in.Subs)), in.Job) {
		for _, n := range spec.Nodes {
			for _, def := range n.Tools {
				all = append(all, pipeline.Tool{Name: toolName(def)})
			}
		}
	}
	return all
}

func fileName(uri string) string {
	return strings.Map(func(r rune) rune {
		if r == ':' || r == '/' {
			return '-'
		}
		return r
	}, uri)
}

// resourceOf returns the names of a resource: its URI, and an alternative.
func resourceOf(r any) (uri string, also any) {
	object, ok := r.(map[string]any)
	if !ok {
		uri, _ = r.(string)
		return uri, nil
	}
	uri, _ = object["uri"].(string)
	return uri, object["name"]
}

// files returns the loadable resources: those with a text.
func (in jobVector) files() fstest.MapFS {
	files := fstest.MapFS{}
	for _, spec := range append(slices.Collect(maps.Values(in.Subs)), in.Job) {
		for _, n := range spec.Nodes {
			for _, r := range n.Resources {
				uri, also := resourceOf(r)
				name, _ := also.(string)
				for _, key := range []string{name, uri} {
					if text, ok := in.Resources[key].(string); ok {
						files[fileName(uri)] = &fstest.MapFile{Data: []byte(text)}
					}
				}
			}
		}
	}
	return files
}

// host is the scripted host of a vector: model, reader of answers, and tools.
type host struct {
	script map[string][]any
	tools  map[string]any
	mu     sync.Mutex
	said   map[string]int
	asked  []pipeline.Request
}

// nodeOf returns the node of a path.
func nodeOf(path string) string {
	parts := strings.Split(path, "/")
	for _, part := range slices.Backward(parts) {
		if name, ok := strings.CutPrefix(part, "node:"); ok {
			name, _, _ = strings.Cut(name, "@")
			return name
		}
	}
	return ""
}

// scripted returns an entry of a script by its one key: ok, retry, error or crash; a bare word is a key.
func scripted(entry any) map[string]any {
	says, ok := entry.(map[string]any)
	if word, is := entry.(string); is && !ok {
		return map[string]any{word: true}
	}
	return says
}

// Chat implements pipeline.Model with the node's script, repeating its last entry. An entry that is no answer of a host
// is a timeout.
func (h *host) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, req)
	node := nodeOf(req.Path)
	list := h.script[node]
	if len(list) == 0 {
		return pipeline.Response{}, errors.New("the script says nothing at " + node)
	}
	says := scripted(list[min(h.said[node], len(list)-1)])
	h.said[node]++
	if reason, ok := says["error"].(string); ok {
		return pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Reason(reason)}
	}
	if what, ok := says["crash"].(string); ok {
		return pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Reason("exception: " + what)}
	}
	resp := pipeline.Response{Content: spelled(says)}
	for key, v := range says {
		if ms, ok := v.(json.Number); ok {
			n, err := ms.Int64()
			if err != nil {
				return pipeline.Response{}, err
			}
			resp.Takes = time.Duration(n) * time.Millisecond
		} else if key != "ok" && key != "retry" {
			resp.Takes = time.Hour
		}
	}
	return resp, nil
}

// reads is the host's reader: an accepted answer has instructions of its own, a refused one a reason.
func (h *host) reads(_ *node, _ pipeline.Policy, content string) (answer, error) {
	var says struct {
		Retry *string
		Ok    struct {
			Body    string
			Next    any
			Outputs map[string]any
			Calls   []any `json:"tool_calls"`
		}
	}
	d := json.NewDecoder(strings.NewReader(content))
	d.UseNumber()
	if err := d.Decode(&says); err != nil {
		return answer{}, err
	}
	if says.Retry != nil {
		return answer{}, &pipeline.Failure{Reason: pipeline.Malformed, Err: errors.New(*says.Retry)}
	}
	a := answer{body: says.Ok.Body, outputs: says.Ok.Outputs}
	if a.outputs == nil {
		a.outputs = map[string]any{}
	}
	next, isList := says.Ok.Next.([]any)
	if says.Ok.Next != nil && !isList {
		a.badNext = described(says.Ok.Next)
	}
	for _, n := range next {
		var i router.Instruction
		if err := json.Unmarshal([]byte(spelled(n)), &i); err != nil {
			return answer{}, err
		}
		a.next = append(a.next, i)
	}
	for _, call := range says.Ok.Calls {
		var said saidCall
		if err := json.Unmarshal([]byte(spelled(call)), &said); err != nil {
			return answer{}, err
		}
		a.calls = append(a.calls, toolCall{said, call})
	}
	return a, nil
}

// tupleOf returns the word and the value of a pair that is written as {"tuple": [word, value]}; else no word.
func tupleOf(v any) (word string, inner any) {
	object, _ := v.(map[string]any)
	pair, _ := object["tuple"].([]any)
	if len(pair) != 2 {
		return "", nil
	}
	word, _ = pair[0].(string)
	return word, pair[1]
}

// Call implements pipeline.Tools.
func (h *host) Call(_ context.Context, _ string, forms []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	v, ok := h.tools[forms[0].Name]
	switch kind, inner := tupleOf(v); kind {
	case "error":
		return pipeline.ToolResult{Content: spelled(inner), Failed: true}, true, nil
	case "ok":
		v = inner
	}
	return pipeline.ToolResult{Content: spelled(v)}, ok, nil
}

// told returns the events of a log in the vectors' form: calls and tools among them.
func told(t *testing.T, log []pipeline.Entry, h *host) (events []map[string]any) {
	t.Helper()
	for _, e := range log {
		switch e.Kind {
		case pipeline.EntryCall:
			i := slices.IndexFunc(h.asked, func(req pipeline.Request) bool { return req.Path == e.Path })
			prompt := map[string]any{"event": "prompt", "node_id": nodeOf(e.Path), "system": "", "user": ""}
			for _, m := range h.asked[i].Messages {
				prompt[m.Role] = m.Content()
			}
			events = append(events, prompt)
		case pipeline.EntryTool:
			events = append(events, toldTool(t, e))
		case pipeline.EntryEvent:
			event := read[map[string]any](t, e.Value)
			event["event"] = e.Stage
			if e.Stage != eventRun {
				delete(event, "job_id")
			}
			events = append(events, event)
		}
	}
	return events
}

func toldTool(t *testing.T, e pipeline.Entry) map[string]any {
	t.Helper()
	tool := map[string]any{"name": e.Tool.Call.Name, "arguments": map[string]any{}, "error": nil, "result": nil}
	if strings.HasPrefix(e.Tool.Call.Arguments, "{") {
		tool["arguments"] = read[any](t, []byte(e.Tool.Call.Arguments))
	} else { // a call that is not made: pairs
		arguments := map[string]any{}
		for _, a := range read[[]argument](t, []byte(e.Tool.Call.Arguments)) {
			arguments[a.Key] = a.Value
		}
		tool["arguments"] = arguments
	}
	if e.Tool.Result.Failed {
		tool["error"] = e.Tool.Result.Content
	} else {
		tool["result"] = read[any](t, []byte(e.Tool.Result.Content))
	}
	return map[string]any{"event": "tool_call", "node_id": nodeOf(e.Path), "tool": tool}
}
