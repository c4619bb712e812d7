package mas

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// at returns the place of a step with its moment; it has not been executed if there is none.
func (ch *chronicle) at(stepID string) (place string, m *moment) {
	for place, m := range ch.moments {
		if m.step.ID == stepID {
			return place, m
		}
	}
	return "", nil
}

// checkSteps holds the agent's steps, which histories show, against what was done: how each ended, and what came of it.
func (m *moment) checkSteps(calls map[string][]exchange) error {
	for _, s := range m.steps {
		place, of := m.ch.at(s.ID)
		_, executable := m.ch.router[key{s.Type, s.Executor}]
		switch {
		case !executable && s.Execution == state.Failed && s.Result.Len() == 0: // nobody notes that
		case of == nil || of.number >= m.number:
			if s.Execution.Over() || s.Result.Len() > 0 {
				return fmt.Errorf("step %s is %s, and has not been executed: %v", s.ID, s.Execution, s.Result.Keys())
			}
		case s.Execution != of.ended:
			return fmt.Errorf("step %s is %s, and has ended as %s", s.ID, s.Execution, of.ended)
		case s.Type == state.TypeSkill && s.Execution == state.Finished:
			if err := checkResult(&s, calls[place]); err != nil {
				return fmt.Errorf("step %s: %w", s.ID, err)
			}
		}
	}
	return nil
}

// checkResult holds a step's result against what its model has said.
func checkResult(s *state.Step, said []exchange) error {
	keys := s.Result.Keys()
	if len(keys) != 1 {
		return fmt.Errorf("it has the results %v", keys)
	}
	result, _ := s.Result.Get(keys[0])
	var text string
	if json.Unmarshal(result.JSON, &text) == nil {
		if !slices.ContainsFunc(said, func(e exchange) bool { return strings.Contains(e.said, text) }) {
			return fmt.Errorf("no answer says %q", text)
		}
		return nil
	}
	sk, _ := skillOf(s.Executor)
	for _, e := range slices.Backward(said) {
		content, _ := syncstate.Last(e.said, sk.tag)
		if raw := json.RawMessage(content); !json.Valid(raw) || alike(raw, result.JSON) {
			return nil
		}
	}
	return fmt.Errorf("no answer says %s", result.JSON)
}

// alike reports whether two JSON values are equal, except for what the program notes of who waits.
func alike(a, b json.RawMessage) bool {
	var both [2]any
	for i, raw := range []json.RawMessage{a, b} {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if d.Decode(&both[i]) != nil {
			return false
		}
		if object, ok := both[i].(map[string]any); ok {
			for _, key := range []string{"waiting", "waiting_id", "sender_id", "sender_task_id"} {
				delete(object, key)
			}
		}
	}
	return reflect.DeepEqual(both[0], both[1])
}

// checkFailures holds the messages before a prompt against the steps of the agent that failed since one succeeded (A5).
func (m *moment) checkFailures(e exchange, calls map[string][]exchange) error {
	var failed []string
	for _, place := range m.ch.places(m.agent.ID) {
		of := m.ch.moments[place]
		switch asked := calls[place]; {
		case of.number >= m.number, m.ch.block.Compat == state.Program, len(asked) == 0:
		case of.ended == state.Finished:
			failed = nil
		default:
			prompt := asked[0].messages[len(asked[0].messages)-1].Content()
			failed = append(failed, prompt, fmt.Sprintf("（这一步执行失败：%s）", asked[len(asked)-1].reason))
		}
	}
	own := 1 // message of its own prompt
	if m.ch.block.Compat == state.Program && m.step.Executor == processMessage {
		own = 2
	}
	var told []string
	for _, message := range e.messages[1 : len(e.messages)-own] {
		told = append(told, message.Content())
	}
	if d := cmp.Diff(failed[max(0, len(failed)-2*maxRounds):], told); d != "" && len(failed)+len(told) > 0 {
		return fmt.Errorf("(-so +told):\n%s", d)
	}
	return nil
}

// checkRefused holds what a retry says of the answers before against those.
func (m *moment) checkRefused(all []exchange) error {
	usable, remembers := false, false
	for i, e := range all[1:] {
		was := all[i].said
		if last := e.messages[len(e.messages)-2]; strings.TrimSpace(was) != "" && last.Content() != was {
			return fmt.Errorf("%s: it shows as the answer before %q", e.path, last.Content())
		}
		forbidden, readable := m.planIn(was)
		usable = usable || readable && len(forbidden) == 0
		_, has := syncstate.MemoryText(was)
		remembers = remembers || has && !damagedAnswer(was, all[i])
		for _, s := range e.messages[len(e.messages)-1].Sections {
			if strings.TrimSpace(s.Text) == "" {
				continue
			}
			err := m.checkComplaint(s, forbidden, readable && !damagedAnswer(was, all[i]), usable, remembers)
			if err != nil {
				return fmt.Errorf("%s: %w", e.path, err)
			}
		}
	}
	return nil
}

// checkComplaint holds one complaint about the last answer against it: whom its steps name that the agent may not use,
// whether it has steps, and whether it or one before has steps that are accepted and a memory.
func (m *moment) checkComplaint(s pipeline.Section, forbidden []string, readable, usable, remembers bool) error {
	document := m.ch.block.Compat == state.Document
	switch {
	case s.Name == "no_steps" && document && readable:
		return errors.New("it says that there are no steps, and there are")
	case s.Name == "no_memory" && document && (!usable || remembers):
		return fmt.Errorf("only the memory is missing: steps %t, memory %t", usable, remembers)
	case s.Name == "forbidden" && !strings.Contains(s.Text, "['"+strings.Join(forbidden, "', '")+"']"):
		return fmt.Errorf("forbidden are %q, told is %s", forbidden, s.Text)
	}
	return nil
}

// planIn returns the executors in the steps of an answer that the agent may not use; readable says that there are
// steps.
func (m *moment) planIn(said string) (forbidden []string, readable bool) {
	sk, _ := skillOf(m.step.Executor)
	content, _ := syncstate.Last(said, sk.tag)
	var steps []struct{ Type, Executor string }
	raw, err := reply.Read(pipeline.Strict, content)
	if m.ch.block.Compat == state.Program {
		raw, err = syncstate.ValueIn(state.Program, said, sk.tag)
	}
	if err != nil || json.Unmarshal(raw, &steps) != nil {
		return nil, false
	}
	for _, s := range steps {
		if !slices.Contains(map[string][]string{"skill": m.agent.Skills, "tool": m.agent.Tools}[s.Type], s.Executor) {
			forbidden = append(forbidden, s.Executor)
		}
	}
	return forbidden, len(steps) > 0
}

// damagedAnswer reports whether an answer is refused as a whole: it repeats what was asked, or has control characters.
func damagedAnswer(said string, to exchange) bool {
	asked := to.messages[len(to.messages)-1].Content()
	return strings.Contains(said, strings.TrimSpace(asked)) || strings.ContainsFunc(said, func(r rune) bool {
		return unicode.IsControl(r) && !unicode.IsSpace(r)
	})
}

// checkMessage holds a step that was made of a message against what was sent: by whom, to whom, and of which stage.
func (m *moment) checkMessage() error {
	intention := m.step.Intention.String()
	if source := m.step.Intention.Pieces; len(source) == 0 || source[0].Source.Kind == pipeline.TextAnswer ||
		m.step.Executor != sendMessage && m.step.Executor != processMessage {
		return nil // it was planned
	}
	if m.asked() != nil || m.notices() {
		return nil
	}
	text := m.step.Text.String()
	if id, ok := lockOf(&m.step); ok {
		text = strings.TrimSuffix(text, "\n\n<return_waiting_id>"+id+"</return_waiting_id>")
	}
	stage := m.step.StageID
	if stage == state.StageNone {
		stage = state.NotRelative
	}
	for _, l := range m.letters {
		from := map[bool]string{true: "用户（user）", false: " Agent " + l.Sender + " "}[l.Sender == user]
		of := "阶段 " + l.StageRelative + "，"
		if l.StageRelative == state.NotRelative {
			of = "消息与阶段无关"
		}
		if m.ch.block.Compat == state.Program {
			from, of = "来自Agent "+l.Sender+"的消息", ""
		}
		if l.Text.String() == text && l.TaskID == m.step.TaskID && l.StageRelative == stage &&
			slices.Contains(l.Receiver.IDs(m.ch.block.Compat), m.agent.ID) && strings.Contains(intention, from) &&
			l.NeedReply == (m.step.Executor == sendMessage) && (!l.NeedReply || strings.Contains(intention, of)) {
			return nil
		}
	}
	return fmt.Errorf("nobody has sent this: %s: %s", intention, text)
}
