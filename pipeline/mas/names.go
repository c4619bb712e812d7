package mas

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// Stages without calls; those with calls are the skills.
const (
	stageTool     = "tool"
	stageDispatch = "dispatch"
	stageSync     = "sync"
)

// Reasons of the system's own.
const (
	reasonForbidden     pipeline.Reason = "forbidden_executor" // a plan names an executor that the agent may not use
	reasonMemoryLost    pipeline.Reason = "memory_lost"        // an answer without a memory for the agent
	reasonNoInstruction pipeline.Reason = "no_instruction"     // a tool step without an instruction
	reasonNoToolStep    pipeline.Reason = "no_tool_step"       // an instruction without a tool step
	reasonToolError     pipeline.Reason = "tool_error"         // the tool failed, or there is none
	reasonUnknownAgent  pipeline.Reason = "unknown_agent"      // a message has an unknown receiver
	reasonRounds        pipeline.Reason = "rounds"             // the turn has used them up
)

// Further events in the trace.
const (
	eventStage   = "stage"   // {"task", "stage", "state"}: a stage starts or ends
	eventTask    = "task"    // {"task", "state"}: a task ends, and its group with it
	eventHeld    = "held"    // {"from", "until"}: a message that waited for the end of an instruction_generation (A0)
	eventHeading = "heading" // {"lines"}: headings of the prompt in a memory (A0)
	eventIgnored = "ignored" // {"why"}: an instruction that cannot be executed
)

// user is the person who talks to the team.
const user = syncstate.User

// code is the source of the program's own texts.
var code = pipeline.TextSource{Kind: pipeline.TextCode}

// inBlock returns the source of a value in the system's block of a case or suite.
func inBlock(key string) pipeline.TextSource { return pipeline.CaseText("mas." + key) }
