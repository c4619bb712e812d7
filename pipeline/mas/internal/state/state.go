// Package state is the state of a team of agents (A0, A6): tasks with their stages and messages, agents with their
// steps and memory. It is data with its rules; nothing here asks a model. The JSON names are the program's, and state
// read back from JSON gives the same prompts.
package state

// Compat selects the behaviour where the program's differs from its document.
type Compat string

// The two sides.
const (
	Document Compat = ""        // the document, with the program's safe choices where it is silent
	Program  Compat = "program" // the original program
)

// NewID makes an id of a kind (task, stage, step), such as a Runtime's ID.
type NewID func(kind string) string

// Execution is the progress of a task, a stage or a step.
type Execution string

// The states of execution. Only steps can be pending: a tool step that waits for its instruction.
const (
	Init     Execution = "init"
	Pending  Execution = "pending"
	Running  Execution = "running"
	Finished Execution = "finished"
	Failed   Execution = "failed"
)

// Over reports whether the state is final.
func (e Execution) Over() bool { return e == Finished || e == Failed }

// Part is an agent's state in one stage.
type Part string

// The states of an agent in a stage.
const (
	PartIdle     Part = "idle"
	PartWorking  Part = "working"
	PartFinished Part = "finished"
	PartFailed   Part = "failed"
)

// Working is an agent's state as a whole.
type Working string

// The working states.
const (
	Unassigned Working = "Unassigned"
	Idle       Working = "idle"
	AtWork     Working = "working"
	Awaiting   Working = "awaiting"
)

// StageNone is the stage of steps and messages without a stage, and NotRelative a message's word for it (D).
const (
	StageNone   = "no_stage"
	NotRelative = "no_relative"
)
