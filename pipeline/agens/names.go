package agens

import "github.com/beaver-eval/beaver-eval/pipeline"

// Stage names, as in call paths and in a suite's settings.
const (
	stageServing = "serving"
	stagePrompt  = "prompt"
	stageSchema  = "schema"
	stageRoute   = "route"
	stageTool    = "tool"
)

// Reasons of Agens' own (G7).
const (
	reasonRetry         pipeline.Reason = "retry"          // the answer or its outputs ask for a retry
	reasonMaxRetries    pipeline.Reason = "max_retries"    // the job allows no more of them
	reasonInvalidNext   pipeline.Reason = "invalid_next"   // the list of instructions is not a list
	reasonInvalidNode   pipeline.Reason = "invalid_node"   // unknown node
	reasonJobNotLoaded  pipeline.Reason = "job_not_loaded" // unknown job
	reasonInputRequired pipeline.Reason = "input_required" // the input is empty
	reasonMaxVisits     pipeline.Reason = "max_visits"     // the turn has used them up
	reasonToolError     pipeline.Reason = "tool_error"     // a tool call failed, or was impossible
)

// again returns the reasons for refusing and retrying an answer. Under program, one of another shape ends its job.
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
	Node    string // the visited node; empty: none
	Retries int    // of that visit
	at      string // the place
}

func (e *jobError) Error() string { return string(e.Reason) }

// code is the source of the program's own texts.
var code = pipeline.TextSource{Kind: pipeline.TextCode}

// inBlock returns the source of a value in the system's block of a case or suite.
func inBlock(key string) pipeline.TextSource { return pipeline.CaseText("agens." + key) }
