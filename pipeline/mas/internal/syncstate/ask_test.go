package syncstate_test

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// An agent that asks gets an answer to any question, and the answer opens its lock.
func TestAskInfoA7(t *testing.T) {
	for ask, want := range map[string]string{
		syncstate.AskManaged:  "### 任务 task1|#### 阶段 stage1|#### 阶段 stage2|  - b（idle）",
		syncstate.AskAssigned: "### 任务 task1|#### 阶段 stage1",
		syncstate.AskTask:     "### 任务 task1|意图：win|共享消息池|- b，stage1：in the pool",
		syncstate.AskStage:    "### 阶段 stage2|阶段状态：init",
		"all_agents":          "没有查询到信息：没有这样的查询、任务或阶段",
	} {
		w := newWorld(state.Program)
		w.agents["a"].Lock("w1")
		err := w.Apply(w.newID, syncstate.Output{
			SharedInfo: &state.SharedMessage{
				TaskID: "task1", AgentID: "b", StageID: "stage1", Content: text("in the pool"),
			},
			AskInfo: &syncstate.AskInfo{
				Type: ask, WaitingID: "w1", Sender: "a", SenderTask: "task1", TaskID: "task1", StageID: "stage2",
			},
		})
		if err != nil {
			t.Error(err)
		}
		got := w.deliver(t)
		for _, part := range strings.Split(want, "|") {
			if len(got) != 1 || !strings.Contains(got[0], part) {
				t.Errorf("%s: %q does not say %s", ask, got, part)
			}
		}
		if ask == syncstate.AskAssigned && strings.Contains(got[0], "stage2") {
			t.Errorf("%s: %q", ask, got)
		}
		if len(w.agents["a"].Locks) != 0 {
			t.Errorf("%s: it still waits", ask)
		}
	}
}

// Who manages nothing is told so by the document: a blank message makes no step. The program's unlocks, and says
// nothing.
func TestAnswerAboutNothingA7(t *testing.T) {
	for compat, steps := range map[state.Compat]int{state.Document: 1, state.Program: 0} {
		w := newWorld(compat)
		b := w.agents["b"]
		b.Lock("w1")
		err := w.Apply(w.newID, syncstate.Output{AskInfo: &syncstate.AskInfo{
			Type: syncstate.AskManaged, WaitingID: "w1", Sender: "b", SenderTask: "task1",
		}})
		if err != nil {
			t.Error(err)
		}
		w.deliver(t)
		if len(b.Locks) != 0 || len(b.Steps.List) != steps {
			t.Errorf("compat %q: %d steps, want %d; it waits for %q", compat, len(b.Steps.List), steps, b.Locks)
		}
		for _, s := range b.Steps.List {
			if !strings.HasPrefix(s.Text.String(), "没有查询到信息：") {
				t.Errorf("compat %q: %s", compat, s.Text)
			}
		}
	}
}
