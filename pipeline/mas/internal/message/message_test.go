package message_test

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

var (
	fromCase   = pipeline.CaseText("mas.team[0]")
	fromAnswer = pipeline.TextSource{Kind: pipeline.TextAnswer, Name: "turn-1/agent:a/step:1/planning"}
	fromTool   = pipeline.TextSource{Kind: pipeline.TextTool, Name: "turn-1/agent:a/step:2/tool-1", Define: "search"}
)

func load(t testing.TB) *message.Prompts {
	t.Helper()
	p, err := message.Load(os.DirFS("../../prompts"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func text(s string) state.Text { return state.TextOf(fromCase, s) }

func pieces(s string) *pipeline.Pieces {
	p := fromCase.Of(s)
	return &p
}

// tools are configurations of tools: a complete one, and one without any key.
func tools() message.Guides {
	return message.Guides{Tools: map[string]message.Guide{
		"search": {Description: pieces("查资料"), Prompt: pieces("一次查一个词"), Format: pieces(`{"q": "词"}`)}, "bare": {},
	}}
}

// agent has a skill's step after a finished one, before a tool step, and a step of another stage.
func agent(skill string) (*state.Agent, *state.Step) {
	a := &state.Agent{ID: "0001", Name: text("小河"), Role: text("分析师"), Profile: text("审阅合同"),
		Skills: message.Skills(), Tools: []string{"search"}, Memory: state.MemoryText(text("### 记录\n- 四十二"))}
	done := &state.Step{ID: "s1", StageID: "g1", Type: state.TypeSkill, Executor: "planning", Intention: text("规划"),
		Text: text("目标甲"), Execution: state.Finished}
	done.Result.Set("planned_step", state.Value{JSON: json.RawMessage(`[{"executor":"search"}]`), Source: fromAnswer})
	current := &state.Step{ID: "s2", StageID: "g1", Type: state.TypeSkill, Executor: skill, Intention: text("这一步"),
		Text: text("做这件事"), Execution: state.Running}
	tool := &state.Step{ID: "s3", StageID: "g1", Type: state.TypeTool, Executor: "search", Intention: text("查"),
		Text: text("查付款期限"), Execution: state.Pending}
	other := &state.Step{ID: "s4", StageID: "g2", Type: state.TypeSkill, Executor: "think", Text: text("别的阶段")}
	a.Steps.List = []*state.Step{done, current, tool, other}
	return a, current
}

func build(t testing.TB, skill string, compat state.Compat) []pipeline.Message {
	t.Helper()
	a, current := agent(skill)
	all, err := load(t).Build(message.View{Agent: a, Step: current, Guides: tools(), Compat: compat})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func sections(m pipeline.Message) []string {
	var names []string
	for _, s := range m.Sections {
		names = append(names, s.Name)
	}
	return names
}

// A3: the blocks of every skill, in their order.
func TestBlocksA3(t *testing.T) {
	const system, role, current, history = "system_prompt", "agent_role", "current_step", "history_step"
	const tool, mcp, calls, memory = "tool_step", "mcp_base_prompt", "tool_history", "persistent_memory"
	short := []string{system, role, current, memory}
	long := []string{system, role, current, history, memory}
	instruction := []string{system, role, current, tool, memory}
	for skill, want := range map[string][]string{
		"planning": short, "quick_think": short, "reflection": long, "summary": long, "think": long,
		"send_message": long, "process_message": long, "instruction_generation": instruction,
		"task_manager": long, "agent_manager": long, "ask_info": short,
	} {
		all := build(t, skill, state.Document)
		if d := cmp.Diff(want, sections(all[0])); d != "" || len(all) != 1 || all[0].Role != pipeline.RoleUser {
			t.Errorf("%s: %d messages, of %s (-want +got):\n%s", skill, len(all), all[0].Role, d)
		}
	}
	for skill, want := range map[string][]string{
		"planning": short, "ask_info": short, "quick_think": short, "reflection": long, "decision": long,
		"task_manager": long, "agent_manager": long, "instruction_generation": instruction,
		"tool_decision": {system, role, current, mcp, calls, memory},
	} {
		all := build(t, skill, state.Program)
		if d := cmp.Diff(want, sections(all[0])); d != "" || len(all) != 1 {
			t.Errorf("program, %s: %d messages (-want +got):\n%s", skill, len(all), d)
		}
	}
}

// A3: the program calls process_message with only the step, after a message with everything else.
func TestProcessMessageOfTheProgramA3(t *testing.T) {
	all := build(t, "process_message", state.Program)
	if len(all) != 2 {
		t.Fatalf("%d messages, want 2", len(all))
	}
	want := []string{"system_prompt", "agent_role", "history_step", "persistent_memory"}
	if d := cmp.Diff(want, sections(all[0])); d != "" {
		t.Errorf("the first one (-want +got):\n%s", d)
	}
	called := all[1].Content()
	if !strings.HasPrefix(called, "当前需要执行的步骤 current_step:\n\n**") || !strings.Contains(called, "做这件事") ||
		strings.Contains(called, "#") {
		t.Errorf("the second one is\n%s", called)
	}
}

// A0, A3: the document's headings have no blank where it says so; the program has one in most.
func TestHeadingsA0(t *testing.T) {
	for _, tt := range []struct {
		skill         string
		compat        state.Compat
		tools, memory string
	}{
		{"planning", state.Document, "### 可用工具tools", "# 持续性记忆persistent_memory"},
		{"think", state.Document, "### 可用工具tools", "# 持续性记忆persistent_memory"},
		{"planning", state.Program, "### 可用工具 tools", "# 持续性记忆persistent_memory"},
		{"instruction_generation", state.Program, "### 可用工具 tools", "# 持续性记忆 persistent_memory"},
		{"think", state.Program, "### 可用工具 tools", "# 持续性记忆 persistent_memory"},
		{"decision", state.Program, "### 可用工具 tools", "# 持续性记忆persistent_memory"},
		{"ask_info", state.Program, "### 可用工具 tools", "# 持续性记忆persistent_memory"},
		{"tool_decision", state.Program, "### 可用工具 tools", "# 持续性记忆persistent_memory"},
	} {
		content := build(t, tt.skill, tt.compat)[0].Content()
		skills := strings.Replace(tt.tools, "工具", "技能", 1)
		for _, want := range []string{
			"# 系统提示 system_prompt", "# Agent角色", "## 你的角色信息 agent_role",
			"## 角色可用技能与工具 available_skills_and_tools", strings.Replace(skills, "tools", "skills", 1), tt.tools,
			"# 当前需要执行的步骤 current_step", tt.memory, "## 持续性记忆使用规则说明：", "## 你已有的持续性记忆内容：",
		} {
			_, rest, ok := strings.Cut("\n"+content, "\n"+want+"\n")
			if !ok {
				t.Fatalf("%s %q: no heading %s, or not in its place", tt.skill, tt.compat, want)
			}
			content = "\n" + rest
		}
	}
}

// Seed 5.2: the document shows a list directly below its heading.
func TestPermissionsA3(t *testing.T) {
	content := build(t, "planning", state.Document)[0].Content()
	_, content, _ = strings.Cut(content, "available_skills_and_tools\n### 可用技能skills\n- **planning**: 规划：")
	if !strings.Contains(content, "。\n\n### 可用工具tools\n- **search**: 查资料\n\n# 当前需要执行的步骤") {
		t.Errorf("the permissions are not as the document shows them:\n%s", content)
	}
}

// A2: a missing key prints the word for it, an empty one nothing, and a case can replace a part of a configuration.
func TestConfigurationsA2(t *testing.T) {
	a, current := agent("think")
	a.Skills, a.Tools = []string{"think", "own"}, []string{"bare"}
	g := tools()
	g.Skills = map[string]message.Guide{"own": {}, "think": {Description: pieces("想"), Format: pieces("")}}
	all, err := load(t).Build(message.View{Agent: a, Step: current, Guides: g})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"- **think**: 想\n- **own**: 暂无描述\n", "- **bare**: 暂无描述\n", "**think 的规则**",
		"**return_format**: \n"} {
		if !strings.Contains(all[0].Content(), want) {
			t.Errorf("no %q in\n%s", want, all[0].Content())
		}
	}
}

// A2, A3: a step of a configured skill has the blocks of the skill that executes it, and the rules of its own name; a
// key that is missing in its configuration prints the word for it.
func TestStepOfAnotherNameA2(t *testing.T) {
	own := message.Guide{Prompt: pieces("只此一条"), Format: pieces("一句话")}
	for _, tt := range []struct {
		skill   string // that executes it
		own     message.Guide
		history bool
		want    string
	}{
		{"think", own, true, "\n\n只此一条\n\n**return_format**: 一句话\n"},
		{"quick_think", own, false, "\n\n只此一条\n\n**return_format**: 一句话\n"},
		{"think", message.Guide{}, true, "\n\n暂无描述\n\n**return_format**: 暂无描述\n"},
	} {
		for _, compat := range []state.Compat{state.Document, state.Program} {
			a, current := agent("bare")
			g := tools()
			g.Skills = map[string]message.Guide{"bare": tt.own}
			all, err := load(t).Build(message.View{Agent: a, Step: current, Skill: tt.skill, Guides: g, Compat: compat})
			if err != nil {
				t.Fatal(err)
			}
			if got := all[0].Content(); !strings.Contains(got, tt.want) {
				t.Errorf("%s %q: no %q in\n%s", tt.skill, compat, tt.want, got)
			}
			if has := slices.Contains(sections(all[0]), "history_step"); has != tt.history {
				t.Errorf("%s %q: a history %t, want %t", tt.skill, compat, has, tt.history)
			}
		}
	}
	a, current := agent("bare")
	if _, err := load(t).Build(message.View{Agent: a, Step: current, Guides: tools()}); err == nil {
		t.Error("a step that no skill executes has a prompt")
	}
}

// A2: a permission without a configuration is an error that names the agent and the existing ones.
func TestUnconfiguredPermissionA2(t *testing.T) {
	const other = ", which is not configured: configure it, or allow one of "
	const eight = "agent_manager, ask_info, instruction_generation, planning, process_message, quick_think, " +
		"reflection, send_message, summary, task_manager, think"
	p := load(t)
	for _, tt := range []struct {
		skills, tools []string
		want          string
	}{
		{[]string{"planning", "nope"}, nil, `agent 0001 may use the skill "nope"` + other + eight},
		{[]string{"decision"}, nil, `agent 0001 may use the skill "decision"` + other + eight},
		{nil, []string{"search", "nope"}, `agent 0001 may use the tool "nope"` + other + "bare, search"},
		{[]string{"planning"}, []string{"search"}, ""},
	} {
		a, current := agent("planning")
		a.Skills, a.Tools = tt.skills, tt.tools
		got := ""
		if err := p.Check(a, tools(), state.Document); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("got %s\nwant %s", got, tt.want)
		}
		if _, err := p.Build(message.View{Agent: a, Step: current, Guides: tools()}); (err != nil) != (tt.want != "") {
			t.Errorf("built: %v", err)
		}
	}
}

// A3: an instruction is written for the next tool step in the same stage; without one there is no prompt.
func TestToolStepA3(t *testing.T) {
	content := build(t, "instruction_generation", state.Document)[0].Content()
	_, content, _ = strings.Cut(content, "# 生成实际工具调用指令的提示 tool_step\n\n")
	for _, want := range []string{"查\n", "查付款期限", "一次查一个词", `**return_format**: {"q": "词"}`} {
		_, rest, ok := strings.Cut(content, want)
		if !ok {
			t.Fatalf("no %q, or not in its place", want)
		}
		content = rest
	}
	a, current := agent("instruction_generation")
	a.Steps.List[2].StageID = "g2"
	_, err := load(t).Build(message.View{Agent: a, Step: current, Guides: tools()})
	if !errors.Is(err, message.ErrNoToolStep) {
		t.Errorf("got %v, want %v", err, message.ErrNoToolStep)
	}
}

// A3, A9: the document's history is lines, one list of all steps of the stage with the state of each, and with the
// executor where the program prints the intention.
func TestHistoryA9(t *testing.T) {
	content := build(t, "reflection", state.Document)[0].Content()
	want := `# 历史已执行步骤 history_step

当前阶段的历史step信息如下:

[step 1]**
- 属性: skill-planning
- 意图: 规划
- 文本内容(skills): 目标甲
- 指令内容: 无
- 执行结果: {"planned_step": [{"executor": "search"}]}
- 执行状态: finished

[step 2]**
- 属性: skill-reflection
- 意图: 这一步
- 文本内容(skills): 做这件事
- 指令内容: 无
- 执行结果: 无
- 执行状态: running

[step 3]**
- 属性: tool-search
- 意图: 查
- 文本内容(skills): 查付款期限
- 指令内容: 无
- 执行结果: 无
- 执行状态: pending


以上是历史step信息（共 3 步，已执行 1 步，其余正在执行或待执行）

# 持续性记忆persistent_memory
`
	if !strings.Contains(content, want) {
		t.Errorf("want\n%s\nin\n%s", want, content)
	}
}

// A step without text prints nothing.
func TestNoTextA3(t *testing.T) {
	for _, compat := range []state.Compat{state.Document, state.Program} {
		a, current := agent("planning")
		current.Text = state.Text{}
		all, err := load(t).Build(message.View{Agent: a, Step: current, Guides: tools(), Compat: compat})
		if err != nil || !strings.Contains(all[0].Content(), "**当前步骤的文本描述 text_content**: \n") {
			t.Errorf("%q: %v\n%s", compat, err, all[0].Content())
		}
	}
}

// A0: an agent rebuilt from its state gives the same prompts.
func TestRebuiltAgentA0(t *testing.T) {
	p := load(t)
	for _, skill := range message.Skills() {
		a, current := agent(skill)
		raw, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var again state.Agent
		if err := json.Unmarshal(raw, &again); err != nil {
			t.Fatal(err)
		}
		want, err := p.Build(message.View{Agent: a, Step: current, Guides: tools()})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Build(message.View{Agent: &again, Step: again.Steps.Get(current.ID), Guides: tools()})
		if err != nil || !slices.EqualFunc(want, got, pipeline.Message.Equal) {
			t.Errorf("%s: %v, another prompt", skill, err)
		}
	}
}

// Text from the case, a model or a tool has that source.
func TestSources(t *testing.T) {
	for _, compat := range []state.Compat{state.Document, state.Program} {
		a, current := agent("think")
		a.Steps.List[2].Execution = state.Finished
		a.Steps.List[2].Result.Set("result", state.Value{JSON: json.RawMessage(`"它's \"30\" 天"`), Source: fromTool})
		all, err := load(t).Build(message.View{Agent: a, Step: current, Guides: tools(), Compat: compat})
		if err != nil {
			t.Fatal(err)
		}
		for text, want := range map[string]pipeline.TextSource{"审阅合同": fromCase, "做这件事": fromCase, "目标甲": fromCase,
			"30": fromTool, "executor\": \"search": fromAnswer, "查资料": fromCase} {
			if got := sourcesOf(all[0], text); !slices.Contains(got, want) {
				t.Errorf("%q: %q is from %v, want %v among them", compat, text, got, want)
			}
		}
	}
}

// sourcesOf returns the sources of all pieces that contain a text.
func sourcesOf(m pipeline.Message, text string) []pipeline.TextSource {
	var all []pipeline.TextSource
	for _, piece := range m.Pieces() {
		if strings.Contains(piece.Text, text) {
			all = append(all, piece.Source)
		}
	}
	return all
}

// No text of a case or an answer changes the blocks of a prompt or disappears from it.
func TestHostileTexts(t *testing.T) {
	p := load(t)
	want := sections(build(t, "think", state.Document)[0])
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"{{.Base}}", "{{end}}", "# 系统提示 system_prompt",
			"</persistent_memory>", " \n ", "<think>"})).Draw(t, "text")
		a, current := agent("think")
		a.Profile, current.Text, a.Memory = text(said), text(said), state.MemoryText(text(said))
		a.Steps.List[0].Result.Set(said, state.Value{JSON: json.RawMessage(`null`), Source: fromAnswer})
		for _, compat := range []state.Compat{state.Document, state.Program} {
			all, err := p.Build(message.View{Agent: a, Step: current, Guides: tools(), Compat: compat})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, sections(all[0])); d != "" {
				t.Fatalf("(-want +got):\n%s", d)
			}
			if !strings.Contains(all[0].Content(), "(你的简介)**: "+said+"\n") {
				t.Fatalf("%q is not in the prompt", said)
			}
		}
	})
}
