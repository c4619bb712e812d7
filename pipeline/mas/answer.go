package mas

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// answer is what a skill has read from its model's answers.
type answer struct {
	result  state.Value    // for execute_result
	key     string         // its key there; empty: the skill's
	text    state.Text     // of a skill with a text answer
	plans   []state.Plan   // of a skill that plans steps
	message *state.Message // of send_message
	memory  memory         // additions to the agent's memory

	ask    *syncstate.AskInfo
	orders *syncstate.TaskInstruction
	takes  *syncstate.AgentInstruction

	// of the program only
	waits bool // the message's sender waits for an answer to it
	wish  *wish
}

// wish is a decision step that an answer asks for: before a message can be written, or because of one.
type wish struct {
	Intention string `json:"step_intention" reply:"required"`
	Text      string `json:"text_content" reply:"required"`
}

// memory is the part of an answer about the agent's memory.
type memory struct {
	text     state.Text
	commands []state.MemoryCommand // of the program
}

// parse reads the text between a skill's tags.
func (u *use) parse(content json.RawMessage) (answer, *pipeline.Failure) {
	switch u.skill.name {
	case planning, reflection, decision, toolDecision:
		return u.parsePlan(content)
	case sendMessage:
		return u.parseMessage(content)
	case taskManager, agentManager, askInfo:
		return u.parseOrder(content)
	case generation:
		return u.parseObject(content)
	}
	return u.parseText(content)
}

// planned is a step in a model's form (seed 5.7).
type planned struct {
	Intention string `json:"step_intention"`
	Type      string `json:"type" reply:"required"`
	Executor  string `json:"executor" reply:"required"`
	Text      string `json:"text_content"`
}

// parsePlan reads steps; an empty plan is a failure (A0), and an empty tool_decision ends the calls (A9).
func (u *use) parsePlan(raw json.RawMessage) (answer, *pipeline.Failure) {
	list, why := decode[[]planned](raw)
	if why != nil {
		return answer{}, why
	}
	if len(list) == 0 && u.skill.plans {
		return answer{}, failure(pipeline.Schema, "it has no steps")
	}
	got := answer{result: u.value(raw)}
	for _, p := range list {
		got.plans = append(got.plans, state.Plan{
			Intention: u.said(p.Intention), Type: p.Type, Executor: p.Executor, Text: u.said(p.Text),
		})
	}
	return got, nil
}

// letter is a message in a model's form (seed 3.7). The sender is from the agent's state, whatever the model says; the
// document asks for it, and the later program does not read it.
type letter struct {
	Sender        string          `json:"sender_id"`
	Receiver      state.Receivers `json:"receiver" reply:"required"`
	Message       string          `json:"message" reply:"required"`
	StageRelative string          `json:"stage_relative" reply:"required"`
	NeedReply     bool            `json:"need_reply" reply:"required"`
	Waiting       json.RawMessage `json:"waiting"` // of the program: a truth value
}

// maxReceivers is the maximum number of receivers of a message.
const maxReceivers = 32

func (u *use) parseMessage(raw json.RawMessage) (answer, *pipeline.Failure) {
	l, why := decode[letter](raw)
	switch {
	case why != nil:
		return answer{}, why
	case l.Sender == "" && u.compat == state.Document:
		return answer{}, failure(pipeline.Schema, "sender_id: it is missing")
	case len(l.Receiver.IDs(u.compat)) == 0:
		return answer{}, failure(pipeline.Schema, "receiver: it is for nobody")
	case len(l.Receiver.IDs(u.compat)) > maxReceivers:
		return answer{}, failure(pipeline.Schema, "receiver: it is for more than %d", maxReceivers)
	}
	if _, err := u.tasks.relative(u.step.TaskID, l.StageRelative); err != nil && u.compat == state.Document {
		return answer{}, failure(pipeline.Schema, "stage_relative: %w", err)
	}
	if l.Sender != u.agent.ID && u.compat == state.Document {
		u.rt.Event(eventIgnored, map[string]any{
			"why": "sender_id: agent " + u.agent.ID + " cannot write as " + pipeline.ShortName(l.Sender),
		})
	}
	waits := false
	if u.compat == state.Program && l.Waiting != nil {
		if waits, why = decode[bool](l.Waiting); why != nil {
			return answer{}, why
		}
	}
	return answer{result: u.value(raw), waits: waits, message: &state.Message{
		TaskID: u.step.TaskID, Sender: u.agent.ID, Receiver: l.Receiver, Text: u.said(l.Message),
		StageRelative: l.StageRelative, NeedReply: l.NeedReply,
	}}, nil
}

func (u *use) parseObject(raw json.RawMessage) (answer, *pipeline.Failure) {
	_, why := decode[map[string]json.RawMessage](raw)
	return answer{result: u.value(raw)}, why
}

// parseOrder reads a manager's order or a question to the system.
func (u *use) parseOrder(raw json.RawMessage) (answer, *pipeline.Failure) {
	got, why := u.parseObject(raw)
	if why != nil {
		return got, why
	}
	var err error
	switch u.skill.name {
	case taskManager:
		got.orders = &syncstate.TaskInstruction{}
		err = json.Unmarshal(raw, got.orders)
		got.orders.AgentID = u.agent.ID
		got.orders.SaidBy(u.rt.AnswerText(u.skill.name))
	case agentManager:
		got.takes = &syncstate.AgentInstruction{}
		err = json.Unmarshal(raw, got.takes)
		got.takes.AgentID = u.agent.ID
	default:
		got.ask = &syncstate.AskInfo{}
		err = json.Unmarshal(raw, got.ask)
	}
	if err == nil && u.compat == state.Document {
		err = u.checkOrder(&got)
	}
	if err != nil {
		return answer{}, failure(pipeline.Schema, "%w", err)
	}
	return got, nil
}

// checkOrder fills in the task and the stage that an answer leaves out, which are the step's own, and refuses what
// cannot be carried out.
func (u *use) checkOrder(got *answer) error {
	stage := u.step.StageID
	if u.step.Manages != "" {
		stage = u.step.Manages
	}
	own := func(task, of *string) {
		*task = cmp.Or(*task, u.step.TaskID)
		if of != nil {
			*of = cmp.Or(*of, stage)
		}
	}
	switch {
	case got.orders != nil:
		own(&got.orders.TaskID, &got.orders.StageID)
		return u.tasks.Check(got.orders)
	case got.takes != nil:
		own(&got.takes.TaskID, nil)
		return u.tasks.CheckAgents(got.takes)
	}
	own(&got.ask.TaskID, &got.ask.StageID)
	got.ask.Sender, got.ask.SenderStage = u.agent.ID, u.step.StageID
	if got.ask.SenderStage == state.StageNone {
		got.ask.SenderStage = state.NotRelative
	}
	return u.tasks.CheckAsk(got.ask)
}

// parseText reads a text.
func (u *use) parseText(raw json.RawMessage) (answer, *pipeline.Failure) {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return answer{}, failure(pipeline.Schema, "%w", err)
	}
	if text == "" && u.compat == state.Document {
		return answer{}, failure(pipeline.Malformed, "there is nothing in its <%s>", u.skill.tag)
	}
	return answer{result: u.value(raw), text: u.said(text)}, nil
}

func decode[T any](raw json.RawMessage) (T, *pipeline.Failure) {
	v, err := reply.Decode[T](pipeline.Strict, string(raw))
	why, _ := errors.AsType[*pipeline.Failure](err)
	return v, why
}

// json returns the JSON between tags, read by the suite's policy for the skill.
func (u *use) json(content string) (json.RawMessage, *pipeline.Failure) {
	if u.skill.answersText() {
		return jsonvalue.AppendString(nil, content), nil
	}
	policy := u.rt.Settings(u.skill.name + ":" + u.agent.ID).Replies
	if policy == pipeline.Mend {
		content = syncstate.WithoutComments(content)
	}
	raw, err := reply.Read(policy, content)
	why, _ := errors.AsType[*pipeline.Failure](err)
	if why != nil && why.Reason == pipeline.Empty {
		why = failure(pipeline.Malformed, "there is nothing in its <%s>", u.skill.tag)
	}
	return raw, why
}

// forbidden returns the executors of a plan that the agent may not use, in order.
func (u *use) forbidden(got answer) []string {
	if !u.skill.plans {
		return nil
	}
	var names []string
	for _, p := range got.plans {
		if u.compat != state.Document && p.Type != state.TypeSkill && p.Type != state.TypeTool {
			continue // the program checks only these two
		}
		if !u.agent.May(p.Type, p.Executor) {
			names = append(names, p.Executor)
		}
	}
	return names
}

// memoryOf returns an answer's addition to the memory; ok is false if it has none (A4).
func (u *use) memoryOf(content string) (m memory, ok bool) {
	if u.compat == state.Program {
		_, ok = syncstate.Last(content, syncstate.MemoryTag)
		return memory{commands: syncstate.MemoryCommands(content, u.rt.AnswerText(u.skill.name))}, ok
	}
	text, ok := syncstate.MemoryText(content)
	return memory{text: u.said(text)}, ok
}

// memoryBreaksOff reports whether an answer ends inside a memory.
func memoryBreaksOff(content string) bool {
	return strings.LastIndex(content, "<"+syncstate.MemoryTag+">") > strings.LastIndex(content,
		"</"+syncstate.MemoryTag+">")
}

// refuse refuses an answer as a whole: a blank one, a truncated one, in which any tag can be missing, one that repeats
// the prompt, whose examples have tags too, and one with control characters, which no prompt may contain.
func (u *use) refuse(resp pipeline.Response) *pipeline.Failure {
	content := resp.Content
	switch {
	case strings.TrimSpace(content) == "":
		return &pipeline.Failure{Reason: pipeline.Empty}
	case resp.Finish == finishLength:
		return failure(pipeline.Malformed, "it was cut at the limit of tokens")
	case slices.ContainsFunc(u.asked, func(s string) bool { return strings.Contains(content, strings.TrimSpace(s)) }):
		return failure(pipeline.Malformed, "it repeats what was asked")
	case strings.ContainsFunc(content, damaged):
		return failure(pipeline.Malformed, "it has control characters")
	}
	return nil
}

// finishLength is the finish of an answer truncated at the token limit.
const finishLength = "length"

func damaged(c rune) bool { return c < ' ' && !strings.ContainsRune("\t\n\r", c) }
