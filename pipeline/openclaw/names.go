package openclaw

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Stage names, as in call paths and in a suite's settings.
const (
	stageSkills     = "skills"
	stagePrompt     = "system-prompt"
	stageAssemble   = "assemble"
	stageCompaction = "compaction"
	stageMain       = "main"
	stageTool       = "tool"
	stageNormalise  = "normalise"
)

// Reasons of OpenClaw's own.
const (
	reasonUnreadable pipeline.Reason = "unreadable" // a SKILL.md that cannot be read
	reasonInvalid    pipeline.Reason = "invalid"    // one that gives no skill
	reasonTooLarge   pipeline.Reason = "too_large"  // one above the limit
	reasonEngine     pipeline.Reason = "engine"     // the context engine does not work
	reasonToolError  pipeline.Reason = "tool_error"
	reasonToolBudget                 = pipeline.ToolBudget // a run that keeps calling tools
)

// kind is the kind of message that a run answers.
type kind string

// The kinds of runs. Each is also the name of the section with the run's message.
const (
	kindMessage    kind = "Message"
	kindHeartbeat  kind = "Heartbeat"
	kindScheduled  kind = "Scheduled work"
	kindTask       kind = "Task" // of a sub-agent
	kindCompletion kind = "Completion"
)

// Names of the system's own tools.
const (
	toolRead  = "read"
	toolWrite = "write"
	toolEdit  = "edit"
	toolSpawn = "sessions_spawn"
)

// heartbeatFile is the file that a heartbeat reads.
const heartbeatFile = "HEARTBEAT.md"

// apology is the one sentence that a person gets if a run has failed (O-41).
const apology = "⚠️ Something went wrong while working on this. Please try again."

// code is the source of this package's own text.
var code = pipeline.TextSource{Kind: pipeline.TextCode}

// inBlock returns the source of a value in the case's block.
func inBlock(key string) pipeline.TextSource { return pipeline.CaseText("openclaw." + key) }

// inTurn returns the source of a value in the turn's block.
func inTurn(in pipeline.Input, key string) pipeline.TextSource {
	turn, _, _ := strings.Cut(in.Source.Name, ".") // turns[0].scheduled
	return pipeline.CaseText(turn + ".openclaw." + key)
}

// The maximum number of requests for one decision of main: the first, one after each compaction, and one with shorter
// tool results (O-31).
const (
	maxCompactions = 3
	maxAsks        = 1 + maxCompactions + 1
)

// wrong returns an error in the block.
func wrong(format string, args ...any) error {
	return &pipeline.InputError{What: "openclaw: " + fmt.Sprintf(format, args...)}
}
