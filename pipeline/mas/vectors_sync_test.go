package mas

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

type raw = json.RawMessage

func TestVectorSeedSync(t *testing.T) {
	comparison{file: "seed_sync.json", check: checkSync}.run(t)
}

func TestVectorHeadSyncDispatch(t *testing.T) {
	comparison{file: "head_sync_dispatch.json", check: checkSync}.run(t)
}

func checkSync(p *probe, of json.RawMessage, compat state.Compat) {
	v := into[vector[raw, raw]](p, of)
	switch {
	case v.Kind == "next_stage":
		testNextStage(p, v)
	case v.Kind == "dispatch":
		testDispatch(p, v, compat)
	case v.Kind == "sync_state" && strings.HasPrefix(v.ID, "mas_seed/"):
		testSeedSync(p, v, compat)
	case v.Kind == "sync_state":
		testHeadSync(p, v, compat)
	default:
		p.Fatalf("unknown kind %q", v.Kind)
	}
}

func testNextStage(p *probe, v vector[raw, raw]) {
	task := &state.Task{}
	for _, e := range into[[]state.Execution](p, v.Input) {
		task.Stages = append(task.Stages, &state.Stage{Execution: e})
	}
	var index *int
	if at := slices.Index(task.Stages, task.Next()); at >= 0 {
		index = &at
	}
	same(p, v.Output, map[string]any{"index": index})
}

// synced returns a sync with one task begun by one agent; each list of agents is a stage.
func synced(compat state.Compat, newID state.NewID, stages ...[]string) (*syncstate.Sync, *state.Task) {
	s := &syncstate.Sync{Compat: compat}
	task := state.NewTask(newID, state.Text{}, "0001")
	for _, agents := range stages {
		var goals state.Map[state.Text]
		for _, id := range agents {
			goals.Set(id, state.TextOf(pipeline.TextSource{}, "g"))
		}
		task.NewStage(newID, state.Text{}, goals)
	}
	s.AddTask(task)
	return s, task
}

func testSeedSync(p *probe, v vector[raw, raw], compat state.Compat) {
	s, task := synced(compat, counter(), []string{"0001"})
	want := into[struct {
		Raises string
		After  map[string]any
	}](p, v.Output)
	out := into[syncstate.Output](p, v.Input)
	err := s.Apply(counter(), out)
	// Q: the program queues a message and then breaks on its own report of that.
	breaksOnReport := out.Message != nil && err == nil
	if (want.Raises != "") != (err != nil || breaksOnReport) {
		p.Fatalf("%v, want %q", err, want.Raises)
	}
	if err != nil {
		return
	}
	same(p, want.After, map[string]any{
		"every_agent_state": task.Stages[0].Agents, "completion_summary": task.Stages[0].Completion,
		"shared_message_pool": list(task.Pool), "communication_queue": messages(p, task.Queue, want.After),
	})
}

// messages returns those of a queue, with the fields that the vector has: the seed's lack head's, and head's lack the
// task.
func messages(p *probe, queue []state.Message, want map[string]any) []any {
	all := plain(p, list(queue)).([]any)
	wanted, _ := want["communication_queue"].([]any)
	for i, m := range all {
		m := m.(map[string]any)
		for _, field := range []string{"waiting", "return_waiting_id", "task_id"} {
			if i < len(wanted) && !has(wanted[i], field) {
				delete(m, field)
			}
		}
	}
	return all
}

func has(m any, key string) bool {
	_, ok := m.(map[string]any)[key]
	return ok
}

// list returns a list that is never null.
func list[T any](l []T) []T { return append([]T{}, l...) }

type headSynced struct {
	Outcomes []outcome       `json:"outcomes"`
	Stages   raw             `json:"stages"`
	Task     state.Execution `json:"task_state"`
	Group    []string        `json:"task_group"`
	Info     raw             `json:"shared_info"`
	Queue    []any           `json:"queue"`
}

func testHeadSync(p *probe, v vector[raw, raw], compat state.Compat) {
	in := into[struct {
		Outputs []raw
		Stages  [][]string
	}](p, v.Input)
	newID := counter()
	s, task := synced(compat, newID, in.Stages...)
	places := []string{"$TASK", task.ID}
	for i, st := range slices.Backward(task.Stages) { // $STAGE10 before $STAGE1
		places = append(places, "$STAGE"+strconv.Itoa(i), st.ID)
	}
	want := into[headSynced](p, v.Output)
	for i, output := range in.Outputs {
		out := into[syncstate.Output](p, []byte(strings.NewReplacer(places...).Replace(string(output))))
		if err := s.Apply(newID, out); (err == nil) != want.Outcomes[i].ok() {
			p.Fatalf("%v, want %q", err, want.Outcomes[i])
		}
	}
	if slices.ContainsFunc(want.Outcomes, func(o outcome) bool { return !o.ok() }) {
		return // the program broke off in the middle of an output
	}
	type stage struct {
		Execution  state.Execution       `json:"execution_state"`
		Agents     state.Map[state.Part] `json:"every_agent_state"`
		Completion state.Map[state.Text] `json:"completion_summary"`
	}
	stages := []stage{}
	for _, st := range task.Stages {
		stages = append(stages, stage{st.Execution, st.Agents, st.Completion})
	}
	same(p, want.Stages, stages)
	same(p, []any{want.Task, want.Group, want.Info}, []any{task.Execution, list(task.Group), list(task.Pool)})
	queue := messages(p, task.Queue, map[string]any{"communication_queue": want.Queue})
	same(p, withoutProse(want.Queue), withoutProse(queue))
}

// withoutProse removes the notice to the manager that a stage is complete, and the description of the state for an
// agent: the wording is the project's own.
func withoutProse(queue []any) []any {
	for _, m := range queue {
		m := m.(map[string]any)
		if m["return_waiting_id"] != nil && m["sender_id"] == m["receiver"].([]any)[0] {
			m["message"] = nil
		}
		if m["sender_id"] == "[TaskState系统通知]" && m["stage_relative"] != state.NotRelative {
			m["message"] = strings.Contains(m["message"].(string), m["stage_relative"].(string))
		}
	}
	return queue
}

func testDispatch(p *probe, v vector[raw, raw], compat state.Compat) {
	in := into[struct {
		Agents []string
		Queued [][2]raw
	}](p, v.Input)
	want := into[struct {
		Delivered map[string][]string
		Left      []int
		Logged    []int
		Raises    string
	}](p, v.Output)
	if want.Raises != "" { // Q: a message without receivers breaks the program
		for _, q := range in.Queued {
			if len(into[state.Message](p, q[1]).Receiver.IDs(compat)) == 0 {
				return
			}
		}
		p.Fatalf("unexpected: %s", want.Raises)
	}
	newID := counter()
	s := &syncstate.Sync{Compat: compat}
	for range want.Left {
		s.AddTask(state.NewTask(newID, state.Text{}))
	}
	ids := s.Tasks.Keys()
	for _, q := range in.Queued {
		task, _ := s.Tasks.Get(ids[into[int](p, q[0])])
		task.Queue = append(task.Queue, into[state.Message](p, q[1]))
	}
	delivered, logged, left := map[string][]string{}, map[string]int{}, []int{}
	for _, d := range s.Dispatch(func(id string) bool { return slices.Contains(in.Agents, id) }) {
		for _, id := range d.To {
			delivered[id] = append(delivered[id], d.Message.Text.String())
		}
		logged[d.Task.ID] += min(len(d.To), 1)
	}
	for id, got := range want.Delivered {
		if len(got) == 0 && delivered[id] == nil {
			delivered[id] = []string{}
		}
	}
	counts := []int{}
	for id, task := range s.Tasks.All() {
		left, counts = append(left, len(task.Queue)), append(counts, logged[id])
	}
	same(p, want.Delivered, delivered)
	same(p, []any{want.Left, want.Logged}, []any{left, counts})
}
