package mas

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// The program of the document's time is no side of the system. A case of it agrees by default, or differs by a rule: it
// is rewritten by that rule, and all the rest has to agree.

const (
	ruleDocument = "the document's states and words (A0, A5)"
	ruleKept     = "an accepted plan is kept (A0)"
	ruleForms    = "the document's forms of answers (A4)"
	rulePrompt   = "the document's headings and history (A0, A3)"
)

// seedExecuted compares a step of that program with the document.
func seedExecuted(p *probe, raw json.RawMessage) string {
	v := into[executed](p, raw)
	a, out, model := execute(p, v, state.Document)
	rule := ruleDocument
	switch got := a.last.step.Execution; {
	case len(v.Input.Script) > 1 && got == state.Finished && strings.Contains(v.Input.Script[0], "<planned_step>[{") &&
		!strings.Contains(v.Input.Script[0], "<persistent_memory>"):
		if len(model.asked) != 2 || len(a.Steps.List) < 2 {
			p.Errorf("the plan is lost: %d steps after %d requests", len(a.Steps.List), len(model.asked))
		}
		return ruleKept
	case v.Input.Skill == processMessage || v.Input.Skill == generation:
		if was := v.Output.State.Steps[v.Input.Current]["execution_state"]; was != string(got) {
			return ruleForms // JSON there and a text here, or a text there and JSON here
		}
	}
	asDocument(&v, a, model)
	compareExecuted(p, v, a, out, model, state.Document)
	return rule
}

// asDocument rewrites what the document has otherwise: the agent goes on working after a success, four skills report to
// the pool under their own names, a step without text has none, an empty memory adds no line, and the words of re-asks
// are the project's.
func asDocument(v *executed, a *agent, model *script) {
	if len(v.Output.FollowUps) == len(model.followUps()) {
		v.Output.FollowUps = model.followUps()
	}
	if part, ok := v.Output.Output["update_stage_agent_state"].(map[string]any); ok && v.Input.Skill != summary &&
		part["state"] == string(state.PartFinished) {
		part["state"] = state.PartWorking
	}
	if shared, ok := v.Output.Output["send_shared_message"].(map[string]any); ok {
		text, _ := shared["content"].(string)
		shared["content"] = strings.NewReplacer("Summary", summary, "Instruction Generation", generation).Replace(text)
		if !slices.Contains([]string{planning, reflection, summary, generation}, v.Input.Skill) {
			delete(v.Output.Output, "send_shared_message")
		}
	}
	for i, s := range v.Output.State.Steps {
		if _, isDict := s["text_content"].(map[string]any); isDict {
			s["text_content"] = ""
		}
		planned := i >= len(v.Input.Steps)
		if planned && s["type"] == state.TypeTool && s["execution_state"] == string(state.Init) {
			s["execution_state"] = state.Pending
		}
		instructed(s)
	}
	v.Output.State.Todo = slices.DeleteFunc(v.Output.State.Todo, func(id string) bool { return id == a.last.step.ID })
	if v.Output.State.Memory == "\n" {
		v.Output.State.Memory = ""
	}
	if len(v.Output.FollowUps) > 0 { // what an earlier answer has for the memory stays
		v.Output.State.Memory = a.Memory.String()
	}
}

// instructed rewrites an instruction, which the document reads as an object, and a processed message, a text there.
func instructed(step map[string]any) {
	results, _ := step["execute_result"].(map[string]any)
	for key, of := range map[string]map[string]any{"instruction_content": step, generation: results} {
		if text, ok := of[key].(string); ok && json.Valid([]byte(text)) {
			of[key] = json.RawMessage(text)
		}
	}
	if text, ok := results[processMessage].(string); ok {
		results[processMessage] = strconv.Quote(text)
	}
}

// seedParsed names what the document reads otherwise: JSON by the suite's policy, an instruction as an object, a
// processed message as a text, and of several memories the last one.
func seedParsed(p *probe, raw json.RawMessage) string {
	in := into[struct{ Extractor string }](p, into[parsing](p, raw).Input)
	switch strings.TrimPrefix(in.Extractor, "extract_") {
	case "planned_step", "reflection_step", "tool_instruction", "process_message", "send_message", "persistent_memory":
		return ruleForms
	}
	return ""
}

// seedPrompt compares a prompt of that program with the document's, once its headings are rewritten. Its history is a
// Python list in print, so of that only what was done counts.
func seedPrompt(prompts *message.Prompts) func(*probe, json.RawMessage) string {
	words := strings.NewReplacer(
		"### 可用技能 skills\n\n", "### 可用技能skills\n", "### 可用工具 tools\n\n", "### 可用工具tools\n",
		"### 可用技能 skills", "### 可用技能skills", "### 可用工具 tools", "### 可用工具tools",
		"# 持续性记忆 persistent_memory", "# 持续性记忆persistent_memory",
		"**当前步骤的文本描述 text_content**: {}\n", "**当前步骤的文本描述 text_content**: \n",
	)
	return func(p *probe, raw json.RawMessage) string {
		v := into[promptVector](p, raw)
		a := v.agent(state.Document)
		got, err := prompts.Build(message.View{
			Agent: a, Step: a.Steps.List[v.Input.Current], Skill: v.Input.Skill, Guides: v.guides(),
		})
		if err != nil {
			p.Fatalf("%v", err)
		}
		for _, s := range a.Steps.OfStage(a.Steps.List[v.Input.Current].TaskID, a.Steps.List[v.Input.Current].StageID) {
			if strings.Contains(v.Output.Prompt, history) && !strings.Contains(got[0].Content(), s.Intention.String()) {
				p.Errorf("no step %q in the history", s.Intention)
			}
		}
		if d := cmp.Diff(withoutHistory(words.Replace(v.Output.Prompt)), withoutHistory(got[0].Content())); d != "" {
			p.Errorf("(-want +got):\n%s", d)
		}
		return rulePrompt
	}
}

const history = "\n# 历史已执行步骤 history_step\n"

// withoutHistory removes the text below the heading of the history.
func withoutHistory(prompt string) string {
	before, past, _ := strings.Cut(prompt, history)
	_, after, _ := strings.Cut(past, "\n# ")
	return before + history + after
}
