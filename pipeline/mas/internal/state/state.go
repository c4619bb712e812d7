// Package state is what a team of agents knows (A0, A6): tasks with their stages and messages, agents with their steps
// and memory. It is data with its rules; nothing here asks a model. The JSON names are those of the program, and what
// is read back from JSON gives the same prompts.
package state

// Compat says whose behaviour holds where the program's differs from its document.
type Compat string

// The document, and two states of the program.
const (
	Document Compat = ""          // the document, with the later program's safe choices where it is silent
	SeedCode Compat = "seed-code" // the program of the document's time
	Head     Compat = "head"      // the later one
)

// NewID makes an id of a kind (task, stage, step); a Runtime's ID is one.
type NewID func(kind string) string

// Execution is how far a task, a stage or a step has come.
type Execution string

// The states of execution. Only steps are ever pending: one of a tool that waits for its instruction.
const (
	Init     Execution = "init"
	Pending  Execution = "pending"
	Running  Execution = "running"
	Finished Execution = "finished"
	Failed   Execution = "failed"
)

// Over reports whether nothing more happens.
func (e Execution) Over() bool { return e == Finished || e == Failed }

// Part is how an agent stands in one stage.
type Part string

// The states of an agent in a stage.
const (
	PartIdle     Part = "idle"
	PartWorking  Part = "working"
	PartFinished Part = "finished"
	PartFailed   Part = "failed"
)

// Working is how an agent stands as a whole.
type Working string

// The working states.
const (
	Unassigned Working = "Unassigned"
	Idle       Working = "idle"
	AtWork     Working = "working"
	Awaiting   Working = "awaiting"
)

// StageNone is the stage of steps and messages that belong to no stage, and NotRelative how a message says so (D).
const (
	StageNone   = "no_stage"
	NotRelative = "no_relative"
)
