package mas

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// telling is a text that is read from its beginning, statement by statement.
type telling struct {
	rest string
	err  error
}

// next reads one statement: the longest of those that were true at some time in question.
func (t *telling) next(so ...string) {
	slices.SortFunc(so, func(a, b string) int { return len(b) - len(a) })
	for _, s := range so {
		if rest, ok := strings.CutPrefix(t.rest, s); ok && t.err == nil {
			t.rest = rest
			return
		}
	}
	if t.err == nil {
		t.err = fmt.Errorf("want %q, told is\n%s", so, t.rest)
	}
}

// end returns what is wrong, or left.
func (t *telling) end() error {
	if t.err == nil && strings.TrimSpace(t.rest) != "" {
		return fmt.Errorf("it tells besides\n%s", t.rest)
	}
	return t.err
}

// stage reads what is told of a stage that was as one of those.
func (t *telling) stage(then ...*state.Stage) {
	each := func(of func(*state.Stage) string) (all []string) {
		for _, st := range then {
			if st != nil {
				all = append(all, of(st))
			}
		}
		return all
	}
	st := then[len(then)-1]
	t.next("- 阶段目标：" + st.Intention.String() + "\n")
	t.next(each(func(st *state.Stage) string { return "- 阶段状态：" + string(st.Execution) + "\n" })...)
	t.next("- 各 Agent 的目标与完成情况：\n")
	for id, goal := range st.Allocation.All() {
		t.next(each(func(st *state.Stage) string {
			part, _ := st.Agents.Get(id)
			return "  - " + id + "（" + string(part) + "）\n"
		})...)
		t.next("    - 目标：" + goal.String() + "\n")
		t.next(each(func(st *state.Stage) string {
			said, ok := st.Completion.Get(id)
			if !ok {
				said = state.TextOf(code, "没有提交")
			}
			return "    - 总结：" + said.String() + "\n"
		})...)
	}
}

// task reads what is told of a task that was as one of those.
func (t *telling) task(before, after *state.Task) {
	each := func(of func(*state.Task) string) (all []string) {
		for _, task := range []*state.Task{before, after} {
			if task != nil {
				all = append(all, of(task))
			}
		}
		return all
	}
	t.next("### 任务 " + after.ID + "\n- 意图：" + after.Intention.String() + "\n")
	t.next(each(func(t *state.Task) string { return "- 群组：" + strings.Join(t.Group, ", ") + "\n" })...)
	t.next(each(func(t *state.Task) string { return "- 状态：" + string(t.Execution) + "\n" })...)
	t.next(each(func(t *state.Task) string { return "- 总结：" + t.Summary.String() + "\n" })...)
}

// pool reads the entries of a task's pool, which only grows.
func (t *telling) pool(before, after *state.Task) {
	var so []string
	for n := len(before.Pool); n <= len(after.Pool); n++ {
		text := "#### 共享消息池\n"
		for _, m := range after.Pool[max(0, n-20):n] {
			text += "- " + m.AgentID + "，" + m.StageID + "：" + m.Content.String() + "\n"
		}
		so = append(so, text)
	}
	t.next(so...)
}

// checkManager holds what a manager is told of a task without stages, or of a stage that is over, against both (D).
func (m *moment) checkManager() error {
	if m.step.Manages == "" {
		return nil
	}
	task, _ := m.born.Get(m.step.TaskID)
	if m.step.Manages == task.ID {
		if len(task.Stages) > 0 {
			return fmt.Errorf("the task has %d stages: %s", len(task.Stages), m.step.Text)
		}
		return nil
	}
	st := task.Stage(m.step.Manages)
	if st == nil || !st.Execution.Over() {
		return fmt.Errorf("stage %s is not over: %s", m.step.Manages, m.step.Text)
	}
	_, text, _ := strings.Cut(m.step.Text.String(), "\n\n")
	t := &telling{rest: text}
	t.next("- 任务 ID：" + task.ID + "\n- 任务目标：" + task.Intention.String() + "\n- 阶段 ID：" + st.ID + "\n")
	t.stage(st)
	t.next("- 之后的阶段：")
	left := 0
	for _, next := range task.Stages {
		if next.Execution == state.Init {
			left++
			t.next("\n  - " + next.ID + "：" + next.Intention.String())
		}
	}
	if left == 0 {
		t.next("没有")
	}
	t.next("\n- 群组成员：")
	for _, id := range task.Group {
		who, _ := m.ch.sync.Team.Get(id)
		t.next("\n  - " + id + who.String())
	}
	if t.err == nil && strings.TrimSpace(t.rest) != "" {
		t.next("\n- 团队的其他成员（分配了目标，就加入群组）：")
	}
	for id, who := range m.ch.sync.Team.All() {
		if !slices.Contains(task.Group, id) {
			t.next("\n  - " + id + who.String())
		}
	}
	return t.end()
}

// notices reports whether the step is of a notice from the system (program).
func (m *moment) notices() bool { return strings.HasPrefix(m.step.Text.String(), "[TaskState] ") }

// checkNotice holds a notice that a stage or a task is through against it.
func (m *moment) checkNotice() error {
	if !m.notices() {
		return nil
	}
	task, _ := m.born.Get(m.step.TaskID)
	for _, st := range task.Stages {
		complete := strings.Contains(m.step.Text.String(), " 阶段 "+st.ID+" 中的每个Agent都已提交完成总结")
		_, told, _ := strings.Cut(m.step.Text.String(), "\n- 各Agent的完成总结：")
		for id := range st.Allocation.All() { // whose report can be a later one by now
			_, ok := st.Completion.Get(id)
			if complete && (!ok || !strings.Contains(told, python.Repr(code.Of(id)).String()+": ")) {
				return fmt.Errorf("agent %s has not summed up: %s", id, m.step.Text)
			}
		}
		if strings.Contains(m.step.Text.String(), "所有Stage均已完成") && !st.Execution.Over() {
			return fmt.Errorf("stage %s is %s: %s", st.ID, st.Execution, m.step.Text)
		}
	}
	return nil
}

// asked returns the question that the step brings the answer to; nil: it is another step.
func (m *moment) asked() *syncstate.AskInfo {
	intention := m.step.Intention.String()
	if m.step.Executor != processMessage || m.last == nil || m.last.step.Executor != askInfo ||
		!strings.HasPrefix(intention, "处理系统答复查询的消息") &&
			!strings.HasPrefix(intention, "处理来自Agent "+m.agent.ID+"的消息") {
		return nil
	}
	for _, s := range m.steps {
		if result, ok := s.Result.Get("ask_instruction"); ok && s.ID == m.last.step.ID {
			q := &syncstate.AskInfo{}
			if json.Unmarshal(result.JSON, q) != nil {
				return nil
			}
			if m.ch.block.Compat == state.Document {
				q.TaskID, q.StageID = cmp.Or(q.TaskID, s.TaskID), cmp.Or(q.StageID, s.StageID)
			}
			return q
		}
	}
	return nil
}

// checkAnswer holds the system's answer to a question against the tasks, as they were between question and answer.
func (m *moment) checkAnswer() error {
	q := m.asked()
	if q == nil {
		return nil
	}
	t := &telling{rest: m.step.Text.String()}
	before, _ := m.last.now.Get(q.TaskID)
	after, known := m.now.Get(q.TaskID)
	switch {
	case q.Type == syncstate.AskTask && known:
		t.task(before, after)
		t.pool(before, after)
	case q.Type == syncstate.AskStage && known && after.Stage(q.StageID) != nil:
		t.next("### 阶段 " + q.StageID + "\n")
		t.stage(before.Stage(q.StageID), after.Stage(q.StageID))
	case q.Type == syncstate.AskManaged, q.Type == syncstate.AskAssigned:
		m.readTasks(t, q.Type == syncstate.AskManaged)
	default:
		t.next("没有查询到信息")
		t.rest = ""
	}
	return t.end()
}

// readTasks reads an answer about the tasks that the agent manages, with all stages, or those it takes part in, with
// its own stages.
func (m *moment) readTasks(t *telling, managed bool) {
	for id, after := range m.now.All() {
		before, _ := m.last.now.Get(id)
		at := slices.Index(after.Group, m.agent.ID)
		if at < 0 || managed && at > 0 {
			continue
		}
		t.task(before, after)
		for _, st := range after.Stages {
			if _, in := st.Allocation.Get(m.agent.ID); managed || in {
				t.next("#### 阶段 " + st.ID + "\n")
				t.stage(before.Stage(st.ID), st)
			}
		}
	}
}
