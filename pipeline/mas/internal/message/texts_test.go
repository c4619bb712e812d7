package message_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// basePrompt returns the text below the first heading.
func basePrompt(t *testing.T) string {
	t.Helper()
	_, text, _ := strings.Cut(build(t, "planning", state.Document)[0].Content(), "# 系统提示 system_prompt\n")
	text, _, _ = strings.Cut(text, "\n# Agent角色\n")
	return text
}

// A0: the base prompt has all required texts, in this order.
func TestBasePromptA0(t *testing.T) {
	rest := basePrompt(t)
	for _, part := range []struct {
		what string
		says []string
	}{
		{"MAS", []string{"## 多智能体系统 MAS"}},
		{"the four levels", []string{"### 四个层级", "**Team", "**Task Group", "**Stage", "**Step"}},
		{"the four states", []string{"### 四种状态", "**task_state", "**stage_state", "**agent_state", "**step_state"}},
		{"the flow", []string{"### 执行流程：Task → Stage → Step", "**Task**", "**Stage**",
			"**一个任务群组在同一时刻只有一个阶段处于活跃状态**", "**Step**", "**一个 Agent 在同一时刻只执行一个步骤**"}},
		{"shared pool and messages", []string{"### 协作与通信", "**共享消息池**", "不会主动推送", "**Agent 之间的消息**",
			"send_message 技能", "process_message"}},
		{"the single agent's workflow", []string{"### 单个 Agent 的工作流程", "planning", "instruction_generation",
			"reflection", "summary"}},
		{"skills and tools with examples", []string{"### 技能与工具", "**技能 skill**", "`planning`", "`reflection`",
			"`summary`", "`quick_think`", "`instruction_generation`", "**工具 tool**", "`rag`", "`search_engine`",
			"`ocr`"}},
		{"step_state", fields("### step_state 的字段", "task_id", "stage_id", "agent_id", "step_id", "step_intention",
			"type", "executor", "execution_state", "init", "pending", "running", "finished", "failed", "text_content",
			"instruction_content", "execute_result")},
		{"agent_state", fields("### agent_state 的字段", "agent_id", "name", "role", "profile", "working_state",
			"Unassigned", "idle", "working", "awaiting", "llm_config", "working_memory", "persistent_memory",
			"agent_step", "tools", "skills")},
	} {
		for _, said := range part.says {
			_, after, ok := strings.Cut(rest, said)
			if !ok {
				t.Fatalf("%s: no %q, or not in its place", part.what, said)
			}
			rest = after
		}
	}
}

// fields returns a heading and names in the form of the base prompt.
func fields(heading string, names ...string) []string {
	all := []string{heading}
	for _, name := range names {
		all = append(all, "`"+name+"`")
	}
	return all
}

// A0: texts below a heading have none of its level; the rules of the memory follow their own demands.
func TestLevelsOfHeadingsA0(t *testing.T) {
	for name, tt := range map[string]struct {
		text  string
		level int
	}{
		"base prompt":     {basePrompt(t), 2},
		"memory rules":    {memoryRules(t, state.Document), 3},
		"program's rules": {memoryRules(t, state.Program), 3},
	} {
		for _, heading := range regexp.MustCompile(`(?m)^#+`).FindAllString(tt.text, -1) {
			if len(heading) < tt.level {
				t.Errorf("%s: a heading of level %d, want %d and below", name, len(heading), tt.level)
			}
		}
	}
}

func memoryRules(t *testing.T, compat state.Compat) string {
	t.Helper()
	_, text, _ := strings.Cut(build(t, "quick_think", compat)[0].Content(), "## 持续性记忆使用规则说明：\n")
	text, _, _ = strings.Cut(text, "\n## 你已有的持续性记忆内容：\n")
	return text
}

// A4: each skill's prompt shows the tags by which its answer is read, and a memory that reads as none.
func TestTagsA4(t *testing.T) {
	for skill, tag := range map[string]string{"planning": "planned_step", "reflection": "reflection_step",
		"summary": "summary", "instruction_generation": "tool_instruction", "think": "_think",
		"quick_think": "quick_think", "send_message": "send_message", "process_message": "process_message",
		"decision": "decision_step", "tool_decision": "tool_decision", "task_manager": "task_instruction",
		"agent_manager": "agent_instruction", "ask_info": "ask_info"} {
		for compat, none := range map[state.Compat]string{state.Document: "", state.Program: "[]"} {
			if none == "" && (skill == "decision" || skill == "tool_decision") {
				continue
			}
			all := build(t, skill, compat)
			prompt := all[len(all)-1].Content()
			_, format, _ := strings.Cut(prompt, "**return_format**: ")
			for _, want := range []string{"<" + tag + ">\n", "\n</" + tag + ">\n",
				"<persistent_memory>" + none + "</persistent_memory>\n"} {
				if !strings.Contains(format, want) {
					t.Errorf("%s %q: no %q in its return_format", skill, compat, want)
				}
			}
		}
	}
}

// A0: reflection ends in a summary step if nothing has to change, and a summary delivers nothing.
func TestRulesOfSkillsA0(t *testing.T) {
	for skill, wants := range map[string][]string{
		"reflection": {"**不需要调整时，必须追加且只追加一个 summary 步骤**", "空列表视为失败", `"executor": "summary"`},
		"summary":    {"**只汇报，不交付**", "由 send_message 步骤发送"},
		"planning":   {"send_message 步骤来交付", "每个工具步骤的前一步都必须是 instruction_generation"},
	} {
		for _, want := range wants {
			if prompt := build(t, skill, state.Document)[0].Content(); !strings.Contains(prompt, want) {
				t.Errorf("%s: no %q", skill, want)
			}
		}
	}
}

// A7: who writes to the user uses the language of the user's message. Both sides have the rule, for Chinese as well as
// for English, and only where a message is written.
func TestLanguageOfTheUserA7(t *testing.T) {
	for skill, writes := range map[string]bool{"send_message": true, "process_message": false, "summary": false} {
		for _, compat := range []state.Compat{state.Document, state.Program} {
			all := build(t, skill, compat)
			prompt := all[len(all)-1].Content()
			_, rules, _ := strings.Cut(prompt, "**"+skill+" 的规则**：\n")
			rules, _, _ = strings.Cut(rules, "**return_format**: ")
			if rules == "" {
				t.Fatalf("%s %q: it has no rules", skill, compat)
			}
			const rule = ". 发给用户的消息，用用户来信所用的语言写：用户写中文就用中文，写英文就用英文。\n"
			if strings.Contains(rules, rule) != writes {
				t.Errorf("%s %q: the rule stands there: %t, want %t", skill, compat, !writes, writes)
			}
		}
	}
}

// A5: the texts of retries. The document's code never loses a plan, so it does not ask for it twice.
func TestReaskA5(t *testing.T) {
	p := load(t)
	forbidden := state.TextOf(fromAnswer, "evil").Pieces
	for _, tt := range []struct {
		complaint message.Complaint
		want      string
	}{
		{message.Complaint{Skill: "planning", Compat: state.Program, NoSteps: true},
			"**规划步骤首尾用<planned_step>和</planned_step>标记，不要将其放在代码块或其他地方，否则将无法被系统识别。**"},
		{message.Complaint{Skill: "decision", Compat: state.Program, NoSteps: true},
			"**决策结果首尾用<decision_step>和</decision_step>标记，不要将其放在代码块或其他地方，否则将无法被系统识别。**"},
		{message.Complaint{Skill: "planning", Compat: state.Program, NoMemory: true},
			"**追加的持续性记忆首位用<persistent_memory>和</persistent_memory>标记。**"},
		{message.Complaint{Skill: "reflection", Compat: state.Program, Forbidden: []pipeline.Pieces{forbidden}},
			"以下技能与工具不在使用权限内:['evil']。请确保只使用 available_skills_and_tools 小节中提示的可用技能与工具" +
				"来追加反思step。**规划结果放在<reflection_step>和</reflection_step>之间。**"},
		{message.Complaint{Skill: "planning", NoSteps: true}, "放在 <planned_step> 与 </planned_step> 之间"},
		{message.Complaint{Skill: "reflection", NoMemory: true}, "上一次回答中的步骤已经收到，不必重复"},
		{message.Complaint{Skill: "reflection", Forbidden: []pipeline.Pieces{forbidden, forbidden}},
			"：['evil', 'evil']。"},
	} {
		m, err := p.Reask(tt.complaint)
		if err != nil || len(m.Sections) != 1 || !strings.Contains(m.Content(), tt.want) {
			t.Errorf("%+v: %v, %s", tt.complaint, err, m.Content())
		}
		if tt.complaint.Compat != state.Document && m.Content() != tt.want {
			t.Errorf("got %s\nwant %s", m.Content(), tt.want)
		}
		if tt.complaint.Forbidden != nil && sourcesOf(m, "evil")[0] != fromAnswer {
			t.Errorf("executors are from %v", sourcesOf(m, "evil"))
		}
	}
}

// A5: a context begins with a message of the agent itself.
func TestPrimerA5(t *testing.T) {
	m := load(t).Primer()
	if m.Role != "assistant" || m.Content() == "" || strings.Contains(m.Content(), "<") {
		t.Errorf("got %s: %s", m.Role, m.Content())
	}
}

// A3: the chain of calls of a tool, walked back from the decision.
func TestToolHistoryA3(t *testing.T) {
	for chain, want := range map[string]string{
		"search":                      "search",
		"search tool_decision search": "search tool_decision search",
		"search tool_decision instruction search": "search tool_decision search",
		"search send instruction":                 "search",
		"search think search":                     "search",
		"tool_decision search":                    "search",
		"other tool_decision search":              "search",
		"search tool_decision other":              "",
		"search search":                           "search",
		"search tool_decision think search":       "search",
		"":                                        "",
		"think":                                   "",
		"tool_decision":                           "",
		"search tool_decision search instruction send": "search tool_decision search",
	} {
		if got := toolHistory(t, strings.Fields(chain)); got != want {
			t.Errorf("%q: got %q, want %q", chain, got, want)
		}
	}
}

// toolHistory returns the steps that a tool_decision sees after these executors.
func toolHistory(t *testing.T, executors []string) string {
	t.Helper()
	a, current := agent("tool_decision")
	current.Text = text("x <tool_name> search </tool_name>")
	a.Steps.List = nil
	for i, name := range executors {
		s := &state.Step{ID: fmt.Sprint(i), StageID: "g1", Type: state.TypeSkill, Executor: name}
		switch name {
		case "search", "other":
			s.Type = state.TypeTool
		case "instruction":
			s.Executor = state.InstructionGeneration
		case "send":
			s.Executor = "send_message"
		}
		a.Steps.List = append(a.Steps.List, s)
	}
	a.Steps.List = append(a.Steps.List, current, &state.Step{ID: "later", StageID: "g1", Executor: "summary"})
	all, err := load(t).Build(message.View{Agent: a, Step: current, Guides: tools(), Compat: state.Program})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range regexp.MustCompile(`- 步骤名称: (\w+)`).FindAllStringSubmatch(all[0].Content(), -1) {
		names = append(names, m[1])
	}
	return strings.Join(names, " ")
}
