package mas

import (
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// promptVector is a prompt that the program made of an agent and its steps.
type promptVector struct {
	ID    string `json:"id"`
	Input struct {
		Skill   string             `json:"skill"`
		Method  string             `json:"method"` // head: the one that was called
		Steps   []*state.Step      `json:"steps"`
		Current int                `json:"current_index"`
		Skills  []string           `json:"skills"`
		Tools   []string           `json:"tools"`
		Memory  state.Memory       `json:"persistent_memory"`
		Agent   *map[string]string `json:"agent"`
	} `json:"input"`
	Output struct {
		Prompt   string   `json:"prompt"`
		Headings []string `json:"headings"`
		Raises   string   `json:"raises"`
		Message  string   `json:"message"` // names the file that is missing
	} `json:"output"`
}

// agent is the one that the program was run with.
func (v *promptVector) agent(compat state.Compat) *state.Agent {
	of := map[string]string{"agent_id": "0001", "name": "Ada", "role": "analyst", "profile": "reads contracts"}
	if v.Input.Agent != nil {
		maps.Copy(of, *v.Input.Agent)
	}
	text := func(s string) state.Text { return state.TextOf(pipeline.CaseText("mas"), s) }
	a := &state.Agent{ID: of["agent_id"], Name: text(of["name"]), Role: text(of["role"]), Profile: text(of["profile"]),
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

// guides are the vectors' placeholders for every skill and tool but the one whose file the program found missing.
func (v *promptVector) guides() message.Guides {
	g := message.Guides{Skills: map[string]message.Guide{}, Tools: map[string]message.Guide{}}
	text := func(name, of string) *pipeline.Pieces {
		pieces := pipeline.TextSource{}.Of("<<" + name + ":" + of + ">>")
		return &pieces
	}
	names := append(slices.Clone(v.Input.Skills), v.Input.Skill)
	for _, name := range names {
		if !v.unconfigured(name) {
			g.Skills[name] = message.Guide{Description: text("USE", name), Prompt: text("RULES", name),
				Format: text("FORMAT", name)}
		}
	}
	tools := slices.Clone(v.Input.Tools)
	for _, s := range v.Input.Steps {
		if s.IsTool() {
			tools = append(tools, s.Executor)
		}
	}
	for _, name := range tools {
		if !v.unconfigured(name) {
			g.Tools[name] = message.Guide{Description: text("TOOL_USE", name), Prompt: text("TOOL_RULES", name),
				Format: text("TOOL_FORMAT", name)}
		}
	}
	return g
}

func (v *promptVector) unconfigured(name string) bool {
	return strings.Contains(v.Output.Message, "/"+name+"_")
}

// placeholderPrompts are the system's templates with the vectors' placeholders for its long texts.
func placeholderPrompts(t *testing.T) *message.Prompts {
	t.Helper()
	over := fstest.MapFS{}
	for file, text := range map[string]string{
		"base_prompt.tmpl": "SYSTEM_PROMPT", "memory_rules.tmpl": "MEMORY_RULES", "mcp_rules.tmpl": "MCP_RULES",
	} {
		over[file] = &fstest.MapFile{Data: []byte(`{{define "text"}}<<` + text + `>>{{end}}`)}
	}
	p, err := message.Load(prompt.Over(over, os.DirFS("prompts")))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestVectorSeedPrompts(t *testing.T) { testPrompts(t, "seed_prompts.json", state.SeedCode) }

func TestVectorHeadPrompts(t *testing.T) { testPrompts(t, "head_prompts.json", state.Head) }

func testPrompts(t *testing.T, file string, compat state.Compat) {
	prompts := placeholderPrompts(t)
	for _, v := range vectors[promptVector](t, file) {
		t.Run(path.Base(v.ID), func(t *testing.T) {
			a := v.agent(compat)
			got, err := prompts.Build(message.View{Agent: a, Step: a.Steps.List[v.Input.Current], Guides: v.guides(),
				Compat: compat})
			if v.Output.Raises != "" {
				if err == nil {
					t.Errorf("got a prompt, want an error: the program raises %s", v.Output.Raises)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			text := got[v.which()].Content()
			if d := cmp.Diff(v.Output.Headings, headings(text)); d != "" {
				t.Errorf("headings (-want +got):\n%s", d)
			}
			want := v.Output.Prompt
			if v.Input.Skill == state.InstructionGeneration { // A3 does not give the words of tool_step
				checkToolStep(t, a.Steps.NextTool(a.Steps.List[v.Input.Current].ID), want, text)
				want, text = withoutToolStep(want), withoutToolStep(text)
			}
			if d := cmp.Diff(want, text); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// which is the message that the program's method makes: of process_message of head, the one before the call or the one
// that is called.
func (v *promptVector) which() int {
	if v.Input.Skill == "process_message" && v.Input.Method != "" && !strings.Contains(v.Input.Method, "_pre_") {
		return 1
	}
	return 0
}

// headings are the lines of a text that are headings.
func headings(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	return all
}

const toolStepHeading = "\n# 生成实际工具调用指令的提示 tool_step\n"

// withoutToolStep is a prompt without what stands below the heading of the tool step.
func withoutToolStep(text string) string {
	before, rest, _ := strings.Cut(text, toolStepHeading)
	_, after, _ := strings.Cut(rest, "\n# ")
	return before + toolStepHeading + "\n# " + after
}

// checkToolStep reports what of the tool step is said in one of the two prompts alone, or in another order.
func checkToolStep(t *testing.T, s *state.Step, want, got string) {
	t.Helper()
	parts := []string{s.Intention.String(), s.Text.String(), "<<TOOL_RULES:" + s.Executor + ">>", "<<MCP_RULES>>",
		"<<TOOL_USE:" + s.Executor + ">>", "**return_format**: "}
	order := func(text string) []string {
		_, text, _ = strings.Cut(text, toolStepHeading)
		text, _, _ = strings.Cut(text, "\n# ")
		var said []string
		for _, part := range parts {
			if _, rest, ok := strings.Cut(text, part); ok {
				said, text = append(said, part), rest
			}
		}
		return said
	}
	if d := cmp.Diff(order(want), order(got)); d != "" {
		t.Errorf("tool_step (-want +got):\n%s\nin\n%s", d, want)
	}
}
