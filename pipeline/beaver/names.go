package beaver

import "github.com/beaver-eval/beaver-eval/pipeline"

// Stage names, as in call paths and in a suite's settings.
const (
	stageRouter    = "router"
	stagePlanner   = "planner"
	stageResolver  = "resolver"
	stageGuidance  = "guidance"
	stageNode      = "node"
	stageDraft     = "draft"
	stageSafety    = "safety"
	stageReview    = "review"
	stageShortlist = "skills-shortlist"
	stageFinal     = "skills-final"
	stageMain      = "main"
	stageFinalizer = "finalizer"
)

// Reasons of Beaver's own.
const (
	reasonInvalidGraph pipeline.Reason = "invalid_graph"      // a team that cannot run as planned
	reasonToolBudget                   = pipeline.ToolBudget  // from main to finalizer
	reasonUnknownName                  = pipeline.UnknownName // a dropped name that is no candidate
	reasonResolver     pipeline.Reason = "resolver"           // the skills' loader or embedder does not work
)

// The states of a skill before it is published (L-0).
const (
	statusDraft      = "draft"
	statusReviewable = "reviewable"
)

// The actions of a candidate.
const (
	draftNew    = "new"
	draftRevise = "revise"
	draftMerge  = "merge"
)
