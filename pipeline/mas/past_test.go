package mas

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// errorer is a test, of one case or of many.
type errorer interface {
	Errorf(format string, args ...any)
}

// Check holds all prompts of a case that was run against what was so; it returns how many there are.
func (w *Watched) Check(t errorer, r *result.Result) (prompts int) {
	for _, err := range r.Errors {
		t.Errorf("%s/%s: %v", r.Suite, r.Case, err)
	}
	if ch := w.told[r.Case]; ch != nil {
		return checkTold(t, r.Suite+"/"+r.Case, ch, callsOf(r))
	}
	return 0
}

// exchange is a call with its answer.
type exchange struct {
	path     string
	messages []pipeline.Message
	said     string          // by the model; empty: nothing
	reason   pipeline.Reason // of the fallback
}

// callsOf returns the calls of a case by their place.
func callsOf(r *result.Result) map[string][]exchange {
	all := map[string][]exchange{}
	for _, c := range r.Trace.Calls() {
		e := exchange{path: c.Path, messages: c.Request.Messages, said: c.Response.Content}
		for _, f := range c.Fallbacks {
			e.reason = f.Reason
		}
		place := placeOfCall(c.Path)
		all[place] = append(all[place], e)
	}
	return all
}

func placeOfCall(path string) string { return path[:strings.LastIndex(path, "/")] }

// checkTold holds the prompts of a case against what was so; it returns how many there are.
func checkTold(t errorer, name string, ch *chronicle, calls map[string][]exchange) (prompts int) {
	for place, m := range ch.moments {
		if len(m.agent.Locks) > 0 {
			t.Errorf("%s %s: the agent executes a step, and still waits", name, place)
		}
		of := calls[place]
		if len(of) == 0 {
			continue
		}
		prompts++
		for what, err := range map[string]error{
			"history": m.checkHistory(of[0]), "memory": m.checkMemory(of[0]), "steps": m.checkSteps(calls),
			"failures": m.checkFailures(of[0], calls), "refused": m.checkRefused(of), "message": m.checkMessage(),
			"manager": m.checkManager(), "notice": m.checkNotice(), "answer": m.checkAnswer(),
			"current step": m.checkCurrent(of[0]),
		} {
			if err != nil {
				t.Errorf("%s %s: %s: %v", name, of[0].path, what, err)
			}
		}
	}
	return prompts
}

// section returns the text of a section in the messages of a step's prompt.
func (e exchange) section(name string) (text string, ok bool) {
	for _, m := range e.messages[max(0, len(e.messages)-2):] {
		for _, s := range m.Sections {
			if s.Name == name {
				text, ok = s.Text, true
			}
		}
	}
	return text, ok && strings.TrimSpace(text) != ""
}

// historyThen returns the history of a step's stage as it is to be told.
func historyThen(steps *state.AgentStep, current *state.Step, compat state.Compat) string {
	var begun, open, over []string
	earlier, where := 0, "当前阶段"
	for _, s := range steps.List {
		if s.TaskID != current.TaskID || s.StageID != current.StageID {
			continue
		}
		text := stepThen(s, len(begun)+len(open)+1, compat)
		if compat == state.Program && (!s.Execution.Over()) {
			if s == current {
				text = ""
			}
			open = append(open, text)
			continue
		}
		begun = append(begun, text)
		if s.Execution.Over() {
			over = append(over, text)
		}
		if s == current && s.StageID == state.StageNone {
			break
		}
	}
	if compat == state.Program {
		open = slices.DeleteFunc(open, func(s string) bool { return s == "" })
		return fmt.Sprintf("# 历史步骤（包括已执行和待执行） history_step\n\n当前阶段的已执行的历史step信息如下:\n%s\n\n"+
			"以上是已执行step信息（共 %d 步）\n当前阶段的未执行step信息如下:\n%s\n\n以上是未执行step信息（共 %d 步）",
			strings.Join(begun, ""), len(begun), strings.Join(open, ""), len(open))
	}
	if current.StageID == state.StageNone {
		where = "本任务中不属于任何阶段"
		if earlier = max(len(begun)-20, 0); earlier > 0 {
			where, begun = fmt.Sprintf("%s的历史step信息如下（更早的 %d 步从略）", where, earlier), begun[earlier:]
			over = slices.DeleteFunc(over, func(s string) bool { return !slices.Contains(begun, s) })
		}
	}
	if earlier == 0 {
		where += "的历史step信息如下"
	}
	return fmt.Sprintf("# 历史已执行步骤 history_step\n\n%s:\n%s\n\n以上是历史step信息（共 %d 步，已执行 %d 步，其余正在执行或待执行）",
		where, strings.Join(begun, ""), len(begun), len(over))
}

// stepThen tells of one step.
func stepThen(s *state.Step, number int, compat state.Compat) string {
	who, instruction, result := s.Executor, "无", "无"
	if compat == state.Program {
		who = s.Intention.String()
	}
	if len(s.Instruction.JSON) > 0 && string(s.Instruction.JSON) != "{}" {
		instruction, _ = python.Dumps(s.Instruction.JSON)
	}
	if said, _ := s.Result.Get("llm_response"); s.Result.Len() > 0 && said.Source.Kind != pipeline.TextAnswer {
		text, err := python.JSON(&s.Result)
		if err != nil {
			panic(err)
		}
		result = text.String()
	}
	return fmt.Sprintf("\n[step %d]**\n- 属性: %s-%s\n- 意图: %s\n- 文本内容(skills): %s\n- 指令内容: %s\n- 执行结果: %s\n- 执行状态: %s\n",
		number, s.Type, who, s.Intention, s.Text, instruction, result, s.Execution)
}

func (m *moment) checkHistory(e exchange) error {
	told, ok := e.section("history_step")
	if !ok {
		return nil
	}
	if d := cmp.Diff(m.history, strings.TrimRight(told, "\n")); d != "" {
		return fmt.Errorf("(-so +told):\n%s", d)
	}
	return nil
}

// memoryThen returns an agent's memory between its tags.
func memoryThen(a *agent, compat state.Compat) string {
	if entries, ok := a.Memory.Entries(); ok || compat == state.Program {
		return python.Dict(entries.All()).String()
	}
	return a.Memory.Text().String()
}

func (m *moment) checkMemory(e exchange) error {
	told, ok := e.section("persistent_memory")
	if want := "<persistent_memory>" + m.memory + "</persistent_memory>"; !ok ||
		!strings.HasSuffix(strings.TrimRight(told, "\n"), want) {
		return fmt.Errorf("want at its end %q, got\n%s", want, told)
	}
	return nil
}

func (m *moment) checkCurrent(e exchange) error {
	told, _ := e.section("current_step")
	for _, want := range []string{
		"step_intention**: " + m.step.Intention.String() + "\n\n", "text_content**: " + m.step.Text.String() + "\n\n",
	} {
		if !strings.Contains(told, want) {
			return fmt.Errorf("no %q in\n%s", want, told)
		}
	}
	if !m.waits {
		return fmt.Errorf("nobody waits for the answer: %s", m.step.Text)
	}
	return nil
}
