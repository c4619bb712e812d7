package pipeline

// Published is the verdict on a skill draft that makes it a skill of the conversation's library; the other one is
// Rejected.
const Published = "published"

// The outcomes of a review besides Published and Rejected.
const (
	ReviewBlocked = "blocked" // it should have been published, and a gate did not let it through
	ReviewNone    = "none"    // no draft was waiting
)

// ReviewOutcomes returns all outcomes of a review.
func ReviewOutcomes() []string { return []string{Published, Rejected, ReviewBlocked, ReviewNone} }
