package alfred

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// understood is Understand's answer (F3).
type understood struct {
	Referenced []string        `json:"referenced_entities"`
	Curation   curation        `json:"entity_curation"`
	Ambiguous  bool            `json:"needs_disambiguation"`
	Options    []string        `json:"disambiguation_options"` // references, or what else may be meant
	Which      string          `json:"disambiguation_question"`
	Demands    json.RawMessage `json:"constraint_snapshot"` // of the user, on the result
	Clarify    bool            `json:"needs_clarification"`
	Questions  []string        `json:"clarification_questions"`
	Quick      bool            `json:"quick_mode"`
	Intent     string          `json:"quick_intent"`
	Subdomain  string          `json:"quick_subdomain"`
}

// curation is the decision on the entities (F5).
type curation struct {
	Retain   []retained `json:"retain_active"`
	Demote   []string   `json:"demote"`
	Drop     []string   `json:"drop"`
	ClearAll bool       `json:"clear_all"`
	Summary  string     `json:"curation_summary"`
}

type retained struct {
	Ref    string `json:"ref" reply:"required"`
	Reason string `json:"reason"`
}

// thought is Think's answer (F3).
type thought struct {
	Goal      string    `json:"goal"`
	Decision  decision  `json:"decision"`
	Steps     []planned `json:"steps"`
	Proposal  string    `json:"proposal_message"`
	Questions []string  `json:"clarification_questions"`
}

// planned is a step of the plan.
type planned struct {
	Description string   `json:"description" reply:"required"`
	Type        stepType `json:"step_type" reply:"required"`
	Subdomain   string   `json:"subdomain"`
	Group       *int     `json:"group"` // nil: the model does not say
}

type decision string

const (
	planDirect decision = "plan_direct"
	propose    decision = "propose"
	clarify    decision = "clarify"
)

// Values implements reply.Enum.
func (decision) Values() []string {
	return []string{string(planDirect), string(propose), string(clarify)}
}

type stepType string

const (
	stepRead     stepType = "read"     // database, no new content
	stepWrite    stepType = "write"    // database, no new content
	stepAnalyze  stepType = "analyze"  // neither
	stepGenerate stepType = "generate" // new content, which is kept, not saved
)

// Values implements reply.Enum.
func (stepType) Values() []string {
	return []string{string(stepRead), string(stepAnalyze), string(stepGenerate), string(stepWrite)}
}

// action is Act's answer (F3): one of several kinds, named by Action.
type action struct {
	Action actionKind `json:"action" reply:"required"`

	Tool   string          `json:"tool"` // tool_call
	Params json.RawMessage `json:"params"`

	Summary string          `json:"result_summary"` // step_complete
	Data    json.RawMessage `json:"data"`
	Note    string          `json:"note_for_next_step"`

	Subdomain string `json:"subdomain"`  // request_schema
	StepIndex *int   `json:"step_index"` // retrieve_step, from 0

	Question string `json:"question"` // ask_user
	Context  string `json:"context"`  // the reason for the question, which the program shows

	Code    string `json:"reason_code"` // blocked
	Details string `json:"details"`
	Next    string `json:"suggested_next"` // the program's, which ignores it (F2)

	Reason      string `json:"reason"` // fail
	UserMessage string `json:"user_message"`

	told   pipeline.Pieces // to Reply, in an action of the program itself
	forced bool            // by a limit: the summary is the program's own
}

type actionKind string

const (
	actToolCall      actionKind = "tool_call"
	actStepComplete  actionKind = "step_complete"
	actRequestSchema actionKind = "request_schema"
	actRetrieveStep  actionKind = "retrieve_step"
	actAskUser       actionKind = "ask_user"
	actBlocked       actionKind = "blocked"
	actFail          actionKind = "fail"
)

// Values implements reply.Enum.
func (actionKind) Values() []string {
	return []string{string(actToolCall), string(actStepComplete), string(actRequestSchema), string(actRetrieveStep),
		string(actAskUser), string(actBlocked), string(actFail)}
}

// lead says where the graph goes after an action (F2).
type lead int

const (
	leadsOn   lead = iota // another action in the same step
	leadsNext             // the step is complete
	leadsOut              // the steps end here
)

func (k actionKind) leads() lead {
	switch k {
	case actToolCall, actRequestSchema, actRetrieveStep:
		return leadsOn
	case actStepComplete:
		return leadsNext
	}
	return leadsOut
}

// question returns the question for the user. The program shows the reason too.
func (a action) question(program bool) string {
	if program {
		return a.Question + "\n\n(" + a.Context + ")"
	}
	return a.Question
}

// summary returns what the step says of itself, for Reply and later turns. Of a step that a limit has ended, what its
// calls did says enough.
func (a action) summary(from pipeline.TextSource) pipeline.Pieces {
	if a.forced {
		return nil
	}
	return from.Of(a.Summary)
}

// check refuses an action without its main field.
func (a action) check() *pipeline.Failure {
	switch {
	case a.Action == actToolCall && !isTool(a.Tool):
		return misfit("tool: want one of %s, got %q", strings.Join(toolNames(), ", "), a.Tool)
	case a.Action == actRequestSchema && a.Subdomain == "":
		return misfit("request_schema says no subdomain")
	case a.Action == actRetrieveStep && a.StepIndex == nil:
		return misfit("retrieve_step says no step_index")
	case a.Action == actAskUser && strings.TrimSpace(a.Question) == "":
		return misfit("ask_user asks no question")
	}
	return nil
}

// quickAction is the answer of the quick look-up: one tool call, or none if there is nothing to look up.
type quickAction struct {
	Tool   string          `json:"tool"`
	Params json.RawMessage `json:"params"`
}

func (a quickAction) check() *pipeline.Failure {
	if a.Tool != "" && !isTool(a.Tool) {
		return misfit("tool: want one of %s, got %q", strings.Join(toolNames(), ", "), a.Tool)
	}
	return nil
}

// The tools of the database.
const (
	toolRead   = "db_read"
	toolCreate = "db_create"
	toolUpdate = "db_update"
	toolDelete = "db_delete"
)

func toolNames() []string { return []string{toolRead, toolCreate, toolUpdate, toolDelete} }

func isTool(name string) bool { return slices.Contains(toolNames(), name) }

// misfit returns the failure of an answer that is JSON of another shape.
func misfit(format string, args ...any) *pipeline.Failure {
	why := errors.New(format)
	if len(args) > 0 {
		why = fmt.Errorf(format, args...)
	}
	return &pipeline.Failure{Reason: pipeline.Schema, Err: why}
}
