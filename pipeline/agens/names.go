package agens

import "github.com/beaver-eval/beaver-eval/pipeline"

// Stage names, as they stand in call paths and in a suite's settings.
const (
	stageServing = "serving"
	stagePrompt  = "prompt"
	stageSchema  = "schema"
	stageRoute   = "route"
	stageTool    = "tool"
)

// Reasons of Agens' own (G7).
const (
	reasonRetry         pipeline.Reason = "retry"          // the answer asks for another one, or its outputs do
	reasonMaxRetries    pipeline.Reason = "max_retries"    // the job allows no more of them
	reasonInvalidNext   pipeline.Reason = "invalid_next"   // what should say where to go on is no list
	reasonInvalidNode   pipeline.Reason = "invalid_node"   // there is no such node
	reasonJobNotLoaded  pipeline.Reason = "job_not_loaded" // there is no such job
	reasonInputRequired pipeline.Reason = "input_required" // the input is empty
	reasonMaxVisits     pipeline.Reason = "max_visits"     // the turn has used them up
	reasonToolError     pipeline.Reason = "tool_error"     // a tool call failed, or could not be made
)

// again are the reasons for which an answer is refused and asked for again. One of another shape than the program takes
// ends its job.
func again(compat string) []pipeline.Reason {
	all := []pipeline.Reason{pipeline.Malformed, pipeline.Empty, reasonRetry}
	if compat != compatProgram {
		all = append(all, pipeline.Schema)
	}
	return all
}

// jobError ends a job, and every job that waits for it.
type jobError struct {
	Reason  pipeline.Reason
	Node    string // that was visited; empty: none
	Retries int    // of that visit
	at      string // the place
}

func (e *jobError) Error() string { return string(e.Reason) }

// code is the source of the program's own texts.
var code = pipeline.TextSource{Kind: pipeline.TextCode}

// inBlock is the source of what a case, or its suite, says in the system's block.
func inBlock(key string) pipeline.TextSource { return pipeline.CaseText("agens." + key) }
