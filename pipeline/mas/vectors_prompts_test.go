package mas

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// promptVector is the program's prompt for an agent and its steps.
type promptVector struct {
	ID    string `json:"id"`
	Input struct {
		Skill   string         `json:"skill"`
		Method  string         `json:"method"` // head: the called one
		Steps   []*state.Step  `json:"steps"`
		Current int            `json:"current_index"`
		Skills  []string       `json:"skills"`
		Tools   []string       `json:"tools"`
		Memory  state.Memory   `json:"persistent_memory"`
		Agent   map[string]any `json:"agent"`
	} `json:"input"`
	Output struct {
		Prompt   string   `json:"prompt"`
		Headings []string `json:"headings"`
		Raises   string   `json:"raises"`
		Message  string   `json:"message"` // names the missing file
	} `json:"output"`
}

// agent returns the agent that the program was run with.
func (v *promptVector) agent(compat state.Compat) *state.Agent {
	of := map[string]any{"agent_id": "0001", "name": "Ada", "role": "analyst", "profile": "reads contracts"}
	maps.Copy(of, v.Input.Agent)
	text := func(key string) state.Text { return state.TextOf(pipeline.CaseText("mas"), fmt.Sprint(of[key])) }
	a := &state.Agent{ID: fmt.Sprint(of["agent_id"]), Name: text("name"), Role: text("role"), Profile: text("profile"),
		Memory: v.Input.Memory, Skills: v.Input.Skills, Tools: v.Input.Tools}
	a.Steps.Compat = compat
	for i, s := range v.Input.Steps {
		s.ID = "id-" + string(rune('a'+i))
		if s.StageID == "" {
			s.StageID = "g1"
		}
		if s.Execution == "" {
			s.Execution = state.Init
		}
		a.Steps.List = append(a.Steps.List, s)
	}
	return a
}

// guides returns the vectors' placeholders for every skill and tool but the one whose file the program found missing. A
// placeholder missing in the prompt is of a key missing in the file (A2).
func (v *promptVector) guides() message.Guides {
	g := message.Guides{Skills: map[string]message.Guide{}, Tools: map[string]message.Guide{}}
	for _, name := range append(slices.Clone(v.Input.Skills), v.Input.Skill) {
		if !v.unconfigured(name) {
			g.Skills[name] = message.Guide{Description: v.shown("<<USE:" + name + ">>"),
				Prompt: v.shown("<<RULES:" + name + ">>"), Format: v.shown("<<FORMAT:" + name + ">>")}
		}
	}
	rules, format := v.toolPlaceholders()
	for _, name := range v.Input.Tools {
		if !v.unconfigured(name) {
			g.Tools[name] = message.Guide{Description: v.shown("<<TOOL_USE:" + name + ">>"), Prompt: v.shown(rules),
				Format: v.shown(format)}
		}
	}
	return g
}

// shown returns a placeholder; nil if the prompt does not have it.
func (v *promptVector) shown(placeholder string) *pipeline.Pieces {
	if placeholder == "" || !strings.Contains(v.Output.Prompt, placeholder) {
		return nil
	}
	pieces := pipeline.TextSource{}.Of(placeholder)
	return &pieces
}

var placeholders = regexp.MustCompile(`<<[^<>]+>>`)

// toolPlaceholders returns those below the heading of the tool step: rules of the tool, then its format.
func (v *promptVector) toolPlaceholders() (rules, format string) {
	all := append(placeholders.FindAllString(toolStep(v.Output.Prompt), 2), "", "")
	return all[0], all[1]
}

func (v *promptVector) unconfigured(name string) bool {
	return strings.Contains(v.Output.Message, "/"+name+"_")
}

// placeholderPrompts are the system's templates with the vectors' placeholders for its long texts, and without keys in
// the skills' configurations: those are the vectors' too.
func placeholderPrompts(t *testing.T) *message.Prompts {
	over := fstest.MapFS{}
	for file, text := range map[string]string{
		"base_prompt.tmpl": "SYSTEM_PROMPT", "memory_rules.tmpl": "MEMORY_RULES", "mcp_rules.tmpl": "MCP_RULES",
	} {
		over[file] = &fstest.MapFile{Data: []byte(`{{define "text"}}<<` + text + `>>{{end}}`)}
	}
	own := os.DirFS("prompts")
	configs, err := fs.Glob(own, "*_config.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range configs {
		over[file] = &fstest.MapFile{Data: []byte(`{{define "no key"}}-{{end}}`)}
	}
	p, err := message.Load(prompt.Over(over, own))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestVectorSeedPrompts(t *testing.T) {
	prompts := placeholderPrompts(t)
	comparison{file: "seed_prompts.json", check: checkPrompt(prompts), rule: seedPrompt(prompts)}.run(t)
}

func TestVectorHeadPrompts(t *testing.T) {
	comparison{file: "head_prompts.json", check: checkPrompt(placeholderPrompts(t))}.run(t)
}

// checkPrompt returns the comparison of a prompt.
func checkPrompt(prompts *message.Prompts) func(*probe, json.RawMessage, state.Compat) {
	return func(p *probe, raw json.RawMessage, compat state.Compat) {
		v := into[promptVector](p, raw)
		comparePrompt(p, prompts, v, compat)
	}
}

func comparePrompt(p *probe, prompts *message.Prompts, v promptVector, compat state.Compat) {
	a := v.agent(compat)
	got, err := prompts.Build(message.View{
		Agent: a, Step: a.Steps.List[v.Input.Current], Skill: v.Input.Skill, Guides: v.guides(), Compat: compat,
	})
	if v.Output.Raises != "" {
		if err == nil {
			p.Errorf("got a prompt, want an error: the program raises %s", v.Output.Raises)
		}
		return
	}
	if err != nil {
		p.Fatalf("%v", err)
	}
	text := got[min(v.which(), len(got)-1)].Content()
	if d := cmp.Diff(list(v.Output.Headings), headings(text)); d != "" {
		p.Errorf("headings (-want +got):\n%s", d)
	}
	want := v.Output.Prompt
	if v.Input.Skill == state.InstructionGeneration { // A3 does not have the text of tool_step
		checkToolStep(p, a.Steps.NextTool(a.Steps.List[v.Input.Current].ID), want, text)
		want, text = withoutToolStep(want), withoutToolStep(text)
	}
	if d := cmp.Diff(want, text); d != "" {
		p.Errorf("(-want +got):\n%s", d)
	}
}

// which returns the index of the message from the program's method: for head's process_message, the one before the call
// or the called one.
func (v *promptVector) which() int {
	if v.Input.Skill == "process_message" && v.Input.Method != "" && !strings.Contains(v.Input.Method, "_pre_") {
		return 1
	}
	return 0
}

// headings returns the headings among the lines of a text.
func headings(text string) []string {
	all := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	return all
}

const toolStepHeading = "\n# 生成实际工具调用指令的提示 tool_step\n"

// toolStep returns the text below the heading of the tool step.
func toolStep(text string) string {
	_, text, _ = strings.Cut(text, toolStepHeading)
	text, _, _ = strings.Cut(text, "\n# ")
	return text
}

// withoutToolStep removes the text below the heading of the tool step from a prompt.
func withoutToolStep(text string) string {
	return strings.Replace(text, toolStep(text), "", 1)
}

// checkToolStep reports parts of the program's tool step that are missing, or in another order.
func checkToolStep(p *probe, s *state.Step, want, got string) {
	want, rest := toolStep(want), toolStep(got)
	for _, part := range append([]string{s.Intention.String(), s.Text.String()},
		placeholders.FindAllString(want, -1)...) {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			p.Fatalf("tool_step: no %q, or not in its place:\n%s\nthe program's:\n%s", part, got, want)
		}
		rest = after
	}
}
