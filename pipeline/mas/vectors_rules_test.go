package mas

import (
	"encoding/json"
	"regexp"
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
	ruleRaises   = "nothing raises (Q, A9)"
	ruleForms    = "the document's forms of answers (A4)"
	rulePrompt   = "the document's headings and history (A0, A3)"
)

// seedExecuted compares a step of that program with the document.
func seedExecuted(p *probe, raw json.RawMessage) string {
	v := into[executed](p, raw)
	a, out, model := execute(p, v, state.Document)
	rule := ruleDocument
	was := v.Output.State.Steps[v.Input.Current]["execution_state"]
	content, has := inTag(v.Input.Script[0], tagOf(v.Input.Skill))
	switch {
	case v.Output.Raises != "":
		rule = ruleRaises // what comes of the step instead is compared anyway
	case was == string(state.Failed) && losesPlan(v):
		v, rule = sequelOf(v, state.Document).of(p, v, state.Document), ruleKept
	case v.Input.Skill == processMessage && was == string(state.Failed) && has && !json.Valid([]byte(content)),
		v.Input.Skill == generation && was == string(state.Finished) && !json.Valid([]byte(content)):
		v, rule = sequelOf(v, state.Document).of(p, v, state.Document), ruleForms
	default:
		asDocument(p, &v)
	}
	v.Output.FollowUps = reasked(p, v.Input.Skill, v.Output.FollowUps)
	compareExecuted(p, v, a, out, model, state.Document)
	return rule
}

func tagOf(skill string) string {
	sk, _ := skillOf(skill)
	return sk.tag
}

// losesPlan reports whether a vector's first answer is a plan without a memory, and the second a memory without a plan.
func losesPlan(v executed) bool {
	if len(v.Input.Script) != 2 || v.Output.Calls != 2 {
		return false
	}
	_, plans := sequelOfAnswer(v, v.Input.Script[0])
	_, remembers := inTag(v.Input.Script[0], "persistent_memory")
	_, plansAgain := inTag(v.Input.Script[1], tagOf(v.Input.Skill))
	_, remembersThen := inTag(v.Input.Script[1], "persistent_memory")
	return plans && !remembers && !plansAgain && remembersThen
}

// asDocument rewrites what the document has otherwise: the agent goes on working after a success, four skills report to
// the pool under their own names, a step without text has none, an empty memory adds no line, and what an earlier
// answer has for the memory stays.
func asDocument(p *probe, v *executed) {
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
	current := stepID(v.Input.Current)
	v.Output.State.Todo = slices.DeleteFunc(v.Output.State.Todo, func(id string) bool { return id == current })
	if v.Output.State.Memory == before(p, *v)+"\n" {
		v.Output.State.Memory = sequel{memory: remembered(v.Input.Script)}.memoryAfter(p, *v, state.Document)
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

// seedParsed compares a reader of that program with the document's, which reads the same text in another form.
func seedParsed(p *probe, raw json.RawMessage) string {
	v := into[parsing](p, raw)
	in := into[struct{ Extractor, Text string }](p, v.Input)
	want := into[struct{ Result any }](p, v.Output).Result
	got, err := extract(state.Document, in.Extractor, in.Text)
	if err != nil {
		got = nil
	}
	same(p, formOfDocument(strings.TrimPrefix(in.Extractor, "extract_"), in.Text, want), got)
	return ruleForms
}

// formOfDocument returns what the document reads in a tag where the program has read was: JSON in the looser form of
// the later program, an instruction as JSON too, a processed message as a text, and of several memories the last one
// outside thoughts.
func formOfDocument(tag, text string, was any) any {
	switch content, has := inTag(text, tag); tag {
	case "persistent_memory":
		content, _ = inTag(regexp.MustCompile(`(?s)<think>.*?</think>`).ReplaceAllString(text, ""), tag)
		return content
	case "process_message":
		if has {
			return content
		}
	case "tool_instruction":
		return looseJSON(content)
	case "planned_step", "reflection_step", "send_message":
		if was == nil {
			return looseJSON(content)
		}
	}
	return was
}

// looseJSON reads JSON that may have single quotes and commas at the end; nil: it is none.
func looseJSON(content string) (v any) {
	content = strings.ReplaceAll(content, "'", `"`)
	content = regexp.MustCompile(`,\s*([\]}])`).ReplaceAllString(content, "$1")
	if json.Unmarshal([]byte(content), &v) != nil {
		return nil
	}
	return v
}

// seedPrompt compares a prompt of that program with the document's, once its headings are rewritten. Its history is a
// Python list in print; the document's has a line for each part of a step.
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
		if strings.Contains(v.Output.Prompt, history) {
			told, _ := exchange{messages: got}.section("history_step")
			want := historyThen(&a.Steps, a.Steps.List[v.Input.Current], state.Document)
			if d := cmp.Diff(want, strings.TrimRight(told, "\n")); d != "" {
				p.Errorf("history (-want +got):\n%s", d)
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
