// Package alfred is a kitchen assistant: a graph of calls whose way is chosen at run time, over tables whose rows the
// models know by short references alone.
package alfred

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Reasons of the system's own, besides pipeline.ToolBudget.
const (
	unknownRef pipeline.Reason = "unknown_ref" // an answer names a row that nobody has seen
	noSteps    pipeline.Reason = "no_steps"    // a plan that plans nothing
	blocked    pipeline.Reason = "blocked"     // a step that is to think asks the database
	toolError  pipeline.Reason = "tool_error"
)

// Ways that a turn can go.
const (
	wayPlan    = "plan"
	wayQuick   = "quick"
	wayClarify = "clarify"
	wayPropose = "propose"
	wayReply   = "reply"
)

// Block is what a case brings: its database, and what is known of the user.
type Block struct {
	Tables  map[string][]row `json:"tables"`
	Profile string           `json:"profile"`
}

// row is a row of a table; each has an id and a name.
type row map[string]string

// TurnBlock is what happened in the user interface: how the user asks, and which rows they have deleted.
type TurnBlock struct {
	Mode    string    `json:"mode"`
	Deleted []deleted `json:"deleted"`
}

type deleted struct {
	Table string `json:"table" strict:"required"`
	ID    string `json:"id" strict:"required"`
}

// System is the architecture; it has nothing to set.
type System struct{}

// Name implements pipeline.System.
func (System) Name() string { return "alfred" }

// Blocks implements pipeline.System.
func (System) Blocks() (ofCase, ofTurn any) { return &Block{}, &TurnBlock{Mode: wayPlan} }

// Stages implements pipeline.System.
func (System) Stages() []pipeline.Stage {
	route, plan := pipeline.DecidesRoute, pipeline.DecidesPlan
	return []pipeline.Stage{
		{
			Name: "understand", Calls: true, Reads: pipeline.ReadsJSON, Fallback: "nothing is understood, on to think",
			Reasons: []pipeline.Reason{unknownRef}, Decides: []pipeline.Decides{route}, Example: `{"quick_mode":false}`,
			Values: map[string][]string{"action": {wayPlan, wayQuick, wayClarify}},
		},
		{
			Name: "think", Calls: true, Reads: pipeline.ReadsJSON, Fallback: "on to reply without steps",
			Reasons: []pipeline.Reason{noSteps}, Decides: []pipeline.Decides{plan, route}, Example: `{"decision":null}`,
			Values: map[string][]string{"action": {wayPlan, wayPropose, wayReply}},
		},
		{
			Name: "act", Calls: true, Reads: pipeline.ReadsJSON, Fallback: "on to reply with what is known",
			Reasons: []pipeline.Reason{blocked, pipeline.ToolBudget}, Variants: []string{"low", "medium", "high"},
			Tools: []string{"db_read", "db_create", "db_delete"}, Example: `{"action":"step_complete"}`,
		},
		{Name: "act-quick", Calls: true, Reads: pipeline.ReadsJSON, Fallback: "on to reply"},
		{Name: "crud", Fallback: "the error is the result", Reasons: []pipeline.Reason{toolError}},
		{Name: "reply", Calls: true, Reads: pipeline.ReadsText, Fallback: "an apology, and the talk is not kept"},
		{Name: "summarize", Calls: true, Reads: pipeline.ReadsText, Fallback: "the answer is kept as it is"},
	}
}

// Open implements pipeline.System. The tables are the conversation's own copy.
func (System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b := c.Block.(*Block)
	t := &talk{profile: b.Profile, base: database{rows: map[string][]row{}, refs: map[string]*entity{}}}
	for table, rows := range b.Tables {
		t.base.rows[table] = slices.Clone(rows)
	}
	for _, m := range c.History {
		t.said = append(t.said, pipeline.JoinPieces(pipeline.TextSource{}.Of(m.Role+": "), m.Pieces()))
	}
	return t, nil
}

// typeOf is how references to rows of a table begin: recipes has recipe_1.
func typeOf(table string) string { return strings.TrimSuffix(table, "s") }
