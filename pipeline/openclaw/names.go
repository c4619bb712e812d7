package openclaw

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Stage names, as they stand in call paths and in a suite's settings.
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
	reasonToolBudget                 = pipeline.ToolBudget // a run that asks for tools again and again
)

// kind is what a run answers.
type kind string

// The kinds of runs. The name is that of the section in which the run's message stands.
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

// apology is the one sentence that a person gets when a run has failed (O-41).
const apology = "⚠️ Something went wrong while working on this. Please try again."

// code is the source of what this package itself says.
var code = pipeline.TextSource{Kind: pipeline.TextCode}

// inBlock is the source of what the case's block says at a path.
func inBlock(key string) pipeline.TextSource { return pipeline.CaseText("openclaw." + key) }

// inTurn is the source of what the turn's block says at a path.
func inTurn(in pipeline.Input, key string) pipeline.TextSource {
	turn, _, _ := strings.Cut(in.Source.Name, ".") // turns[0].scheduled
	return pipeline.CaseText(turn + ".openclaw." + key)
}

// The most asks that one decision of main can take: the first, one behind each compaction, and one with shorter tool
// results (O-31).
const (
	maxCompactions = 3
	maxAsks        = 1 + maxCompactions + 1
)

// wrong is a mistake in the block.
func wrong(format string, args ...any) error {
	return &pipeline.InputError{What: "openclaw: " + fmt.Sprintf(format, args...)}
}
