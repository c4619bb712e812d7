package mas

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// sequel is what becomes of a vector's step where the program raises, or the document says otherwise: read from the
// script alone, by neither side's code.
type sequel struct {
	ended  state.Execution
	result any // under the skill's key
	plans  []map[string]any
	memory string
}

// inTag returns the content of a tag's last occurrence.
func inTag(text, tag string) (content string, ok bool) {
	all := regexp.MustCompile(`(?s)<`+tag+`>\s*(.*?)\s*</`+tag+`>`).FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return "", false
	}
	return all[len(all)-1][1], true
}

// remembered returns the last memory in a script; empty: none has text.
func remembered(script []string) string {
	for _, said := range slices.Backward(script) {
		if text, ok := inTag(said, "persistent_memory"); ok {
			return text
		}
	}
	return ""
}

// sequelOf reads a script. The document keeps what an earlier answer has; for the program the last one counts.
func sequelOf(v executed, compat state.Compat) sequel {
	script := v.Input.Script[:min(v.Output.Calls, len(v.Input.Script))]
	if compat == state.Program {
		script = script[len(script)-1:]
	}
	for _, said := range slices.Backward(script) {
		if q, ok := sequelOfAnswer(v, said); ok {
			q.ended, q.memory = state.Finished, remembered(script)
			return q
		}
	}
	return sequel{ended: state.Failed}
}

// sequelOfAnswer reads one answer; ok is false if it is not one to the skill's question.
func sequelOfAnswer(v executed, said string) (q sequel, ok bool) {
	sk, _ := skillOf(v.Input.Skill)
	content, ok := inTag(said, sk.tag)
	if sk.answersText() {
		return sequel{result: content}, ok
	}
	if !ok || json.Unmarshal([]byte(content), &q.result) != nil {
		return q, false
	}
	if letter, is := q.result.(map[string]any); is && sk.name == sendMessage {
		return q, has(letter, "receiver") && has(letter, "message") && has(letter, "stage_relative") &&
			has(letter, "need_reply")
	}
	if !sk.plans {
		return q, true
	}
	steps, _ := q.result.([]any)
	for _, step := range steps {
		step, _ := step.(map[string]any)
		kind, executor := fmt.Sprint(step["type"]), fmt.Sprint(step["executor"])
		may := map[string][]string{state.TypeSkill: v.Input.Skills, state.TypeTool: v.Input.Tools}[kind]
		if !slices.Contains(may, executor) {
			return q, false
		}
		q.plans = append(q.plans, step)
	}
	return q, len(q.plans) > 0
}

// of returns the vector as if its step had ended like this.
func (q sequel) of(p *probe, v executed, compat state.Compat) executed {
	sk, _ := skillOf(v.Input.Skill)
	part, n := state.PartWorking, len(v.Input.Steps)
	if q.ended == state.Failed {
		part = state.PartFailed
	}
	v.Output.Raises, v.Output.Output = "", map[string]any{"update_stage_agent_state": map[string]any{
		"task_id": "t1", "stage_id": "g1", "agent_id": "0001", "state": part,
	}}
	shared := map[string]any{"agent_id": "0001", "role": "analyst", "stage_id": "g1",
		"content": "执行" + sk.shown + "步骤:" + string(q.ended) + "，"}
	if compat == state.Program {
		shared["task_id"], v.Output.Output["send_shared_info"] = "t1", shared
	} else if slices.Contains([]string{planning, reflection}, sk.name) {
		v.Output.Output["send_shared_message"] = shared
	}
	v.Output.State.Steps = slices.Clone(v.Output.State.Steps[:n])
	step := v.Output.State.Steps[v.Input.Current]
	step["execution_state"], step["execute_result"] = q.ended, map[string]any{sk.key: q.result}
	if q.ended == state.Failed {
		step["execute_result"] = map[string]any{}
		if compat == state.Program {
			step["execute_result"] = map[string]any{"llm_response": v.Input.Script[len(v.Input.Script)-1]}
		}
	}
	v.Output.State.Todo, v.Output.State.Working = q.queue(v, compat)
	for i, plan := range q.plans {
		made := map[string]any{"step_id": stepID(n + i), "execution_state": state.Init}
		made["execute_result"] = map[string]any{}
		if compat == state.Document && plan["type"] == state.TypeTool {
			made["execution_state"] = state.Pending
		}
		for _, key := range []string{"step_intention", "type", "executor", "text_content"} {
			made[key] = plan[key]
		}
		v.Output.State.Steps = append(v.Output.State.Steps, made)
	}
	v.Output.State.Memory = q.memoryAfter(p, v, compat)
	return v
}

// stepID returns the id of a vector's step.
func stepID(i int) string { return fmt.Sprintf("id-%d", i+1) }

// queue returns the ids of the steps to do, and the working memory.
func (q sequel) queue(v executed, compat state.Compat) (todo []string, working map[string]any) {
	for i, s := range v.Output.State.Steps {
		if done := s["execution_state"]; i != v.Input.Current && done != "finished" && done != "failed" {
			todo = append(todo, stepID(i))
		}
	}
	planned := []any{}
	for i := range q.plans {
		todo, planned = append(todo, stepID(len(v.Input.Steps)+i)), append(planned, stepID(len(v.Input.Steps)+i))
	}
	return todo, map[string]any{"t1": map[string]any{"g1": planned}}
}

// memoryAfter returns the agent's memory.
func (q sequel) memoryAfter(p *probe, v executed, compat state.Compat) any {
	if q.ended == state.Failed && len(v.Input.Memory) > 0 {
		return plain(p, v.Input.Memory)
	}
	if compat == state.Program {
		entries := map[string]any{}
		for i, c := range into[[]struct{ Add string }](p, []byte(orList(q.memory))) {
			entries[fmt.Sprint(i)] = c.Add
		}
		return entries
	}
	text := before(p, v)
	if q.memory != "" {
		text += "\n" + q.memory
	}
	return text
}

// orList returns JSON, or an empty list.
func orList(text string) string {
	if json.Valid([]byte(text)) {
		return text
	}
	return "[]"
}

// before returns the memory with which a vector begins, if that is a text.
func before(p *probe, v executed) string {
	if len(v.Input.Memory) == 0 {
		return ""
	}
	return into[string](p, v.Input.Memory)
}

var listed = regexp.MustCompile(`不在使用权限内:\[(.*?)\]`)

// reasked returns the document's words where the program asks again with its own.
func reasked(p *probe, skill string, asked []string) []string {
	sys, err := New()
	if err != nil {
		p.Fatalf("%v", err)
	}
	var all []string
	for _, words := range asked {
		c := message.Complaint{Skill: skill}
		if names := listed.FindStringSubmatch(words); names != nil {
			for name := range strings.SplitSeq(names[1], ", ") {
				c.Forbidden = append(c.Forbidden, pipeline.TextSource{}.Of(strings.Trim(name, "'")))
			}
		}
		c.NoSteps, c.NoMemory = strings.Contains(words, "首尾用<"), strings.Contains(words, "首位用<")
		m, err := sys.Loaded().Reask(c)
		if err != nil {
			p.Fatalf("%v", err)
		}
		all = append(all, m.Content())
	}
	return all
}
