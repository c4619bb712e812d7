package mas

import "github.com/beaver-eval/beaver-eval/pipeline"

// Stages that make no call; those that do are the skills.
const (
	stageTool     = "tool"
	stageDispatch = "dispatch"
	stageSync     = "sync"
)

// Reasons of the system's own.
const (
	reasonForbidden     pipeline.Reason = "forbidden_executor" // a plan names what the agent may not use
	reasonMemoryLost    pipeline.Reason = "memory_lost"        // an answer says nothing of the agent's memory
	reasonNoInstruction pipeline.Reason = "no_instruction"     // a tool step that nothing was generated for
	reasonNoToolStep    pipeline.Reason = "no_tool_step"       // an instruction for no tool
	reasonToolError     pipeline.Reason = "tool_error"         // the tool failed, or there is none
	reasonUnknownAgent  pipeline.Reason = "unknown_agent"      // a message is for somebody who is not there
	reasonRounds        pipeline.Reason = "rounds"             // the turn has used them up
)

// Events that the trace shows besides.
const (
	eventStage   = "stage"   // {"task", "stage", "state"}: a stage starts or ends
	eventTask    = "task"    // {"task", "state"}: a task ends, and its group with it
	eventHeld    = "held"    // {"from", "until"}: a message that waited for an instruction to be generated (A0)
	eventHeading = "heading" // {"lines"}: headings in a memory that the prompt has itself (A0)
	eventIgnored = "ignored" // {"why"}: an instruction that cannot be carried out
)

// user is who talks to the team from outside.
const user = "user"

// code is the source of the program's own texts.
var code = pipeline.TextSource{Kind: pipeline.TextCode}

// inBlock is the source of what a case, or its suite, says in the system's block.
func inBlock(key string) pipeline.TextSource { return pipeline.CaseText("mas." + key) }
