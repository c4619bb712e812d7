package mas

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// oracle answers every call from its path and a seed: as skills require and otherwise, not at all, and late.
type oracle struct {
	seed   uint64
	agents []string
	skills []string
	other  string // the call that gets its answer from another seed

	mu     sync.Mutex
	asking map[string]bool // by agent
	twice  []string        // agents with two concurrent requests
	sent   map[string][]pipeline.Message
	said   map[string]string
}

// chance returns a number below n that depends only on the seed and the words.
func (o *oracle) chance(n int, words ...string) int {
	h := fnv.New64a()
	fmt.Fprint(h, o.seed, words, words[0] == o.other)
	return int(h.Sum64() >> 8 % uint64(n))
}

func pick[T any](o *oracle, from []T, words ...string) T { return from[o.chance(len(from), words...)] }

// Chat implements pipeline.Model.
func (o *oracle) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	o.enter(req)
	defer o.leave(req)
	runtime.Gosched()
	takes := time.Duration(o.chance(63, req.Path, "takes")) * time.Second
	if o.chance(20, req.Path, "fails") == 0 {
		return pipeline.Response{Takes: takes}, &pipeline.Failure{Reason: pipeline.Transport}
	}
	said := o.says(req)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.said[req.Path] = said
	return pipeline.Response{Content: said, Takes: takes}, nil
}

func (o *oracle) enter(req pipeline.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.asking[req.Variant] {
		o.twice = append(o.twice, req.Path)
	}
	o.asking[req.Variant], o.sent[req.Path] = true, req.Messages
}

func (o *oracle) leave(req pipeline.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asking[req.Variant] = false
}

// Call implements pipeline.Tools.
func (o *oracle) Call(_ context.Context, path string, _ []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	takes := time.Duration(o.chance(9, path, "takes")) * time.Second
	content := pick(o, []string{`{"boxes": 12}`, "# 表头\n</persistent_memory>", "", "\u2028"}, path, "content")
	failed := o.chance(4, path, "fails") == 0
	return pipeline.ToolResult{Content: content, Failed: failed, Takes: takes}, o.chance(9, path) > 0, nil
}

// says returns an answer, occasionally an unreadable one.
func (o *oracle) says(req pipeline.Request) string {
	sk, _ := skillOf(req.Stage)
	whole := o.content(req.Path, sk) + o.memory(req.Path)
	const wish = `{"step_intention": "决定", "text_content": "再想"}`
	switch wishes := o.chance(5, req.Path, "wishes") == 0; {
	case wishes && sk.name == processMessage:
		whole += "<react_action>" + wish + "</react_action>"
	case wishes && sk.name == sendMessage:
		whole = "<get_more_info>" + wish + "</get_more_info>"
	}
	switch o.chance(40, req.Path, "bad") {
	case 0:
		return ""
	case 1:
		return "<" + sk.tag + ">" + whole
	case 2:
		return strings.ReplaceAll(whole, "</", "<")
	case 3:
		return "<think>" + whole + "</think> 好的"
	case 4:
		return strings.ReplaceAll(whole, `"`, "'")
	case 5:
		return req.Messages[len(req.Messages)-1].Content()
	}
	return whole
}

func (o *oracle) memory(at string) string {
	if o.chance(3, at, "no memory") == 0 {
		return ""
	}
	said := pick(o, []string{"", "- 记住 " + at, "# 规则\n## 二\r# 三", `[{"add": "记住"}]`}, at, "memory")
	return "<persistent_memory>" + said + "</persistent_memory>"
}

// content returns the text between the tags of a skill.
func (o *oracle) content(at string, sk skill) string {
	var v any
	switch sk.name {
	case sendMessage:
		v = o.letter(at)
	case generation:
		v = map[string]any{"item": at}
	case taskManager, agentManager:
		v = map[string]any{
			"action": pick(o, []string{"add_stage", "finish_stage", "finish_task", "retry_stage", "add_task", "?"}, at,
				"action"),
			"task_id": "t1", "stage_id": pick(o, []string{"s1", "s2", "nowhere"}, at, "stage"),
			"new_stage_intention": "重来", "new_agent_allocation": map[string]string{o.agents[0]: "重来"},
			"stages": []any{
				map[string]any{"stage_intention": "再来", "agent_allocation": map[string]string{o.agents[0]: "做"}},
			},
		}
	case askInfo:
		asks := pick(o, []string{"task_info", "stage_info", "managed_task_and_stage_info", "?"}, at, "type")
		v = map[string]any{"type": asks, "task_id": "t1", "stage_id": "s1"}
	default:
		if sk.answersText() {
			return sk.between("说于 " + at)
		}
		v = o.plan(at)
	}
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return sk.between(string(raw))
}

// plan returns a list of steps, some of them forbidden.
func (o *oracle) plan(at string) []map[string]string {
	steps := []map[string]string{}
	step := func(kind, name string) {
		steps = append(steps, map[string]string{
			"step_intention": "做", "type": kind, "executor": name, "text_content": "</planned_step> # 做 " + at,
		})
	}
	for i := range o.chance(4, at, "steps") {
		switch n := fmt.Sprint(i); o.chance(4, at, n, "kind") {
		case 0:
			step("skill", generation)
			step("tool", "stock")
		case 1:
			step("skill", sendMessage)
		case 2:
			step("skill", pick(o, o.skills, at, n))
		default:
			step("tool", pick(o, []string{"stock", "stock", "nothing"}, at, n))
		}
	}
	if len(steps) == 0 || o.chance(3, at, "ends") > 0 {
		step("skill", summary)
	}
	return steps
}

func (o *oracle) letter(at string) map[string]any {
	to := []string{}
	for i := range min(o.chance(9, at, "receivers"), 3) {
		to = append(to, pick(o, append([]string{"user", "nobody"}, o.agents...), at, fmt.Sprint(i)))
	}
	text := pick(o, []string{
		"问 " + at, "答 " + at, "讲 " + at, `<instruction>{"start_stage": {"stage_id": "s1"}}</instruction>`,
		`<instruction>{"finish_stage": {"stage_id": "s1"}}</instruction>收到`,
		`<instruction>{"finish_task": {"task_id": "t1"}}</instruction>`,
	}, at, "text")
	return map[string]any{
		"sender_id": pick(o, append([]string{"nobody"}, o.agents...), at, "sender"), "receiver": to,
		"message": text, "need_reply": o.chance(2, at, "reply") == 0,
		"waiting": o.chance(5, at, "waits") == 0,
		"stage_relative": pick(o, []string{
			"no_relative", "no_relative", "no_relative", "s1", "s2", "nowhere",
		}, at, "stage"),
	}
}

// skillOf returns the skill with a name.
func skillOf(name string) (sk skill, ok bool) {
	all := skills()
	i := slices.IndexFunc(all, func(sk skill) bool { return sk.name == name })
	if i < 0 {
		return skill{}, false
	}
	return all[i], true
}
