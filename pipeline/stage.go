package pipeline

import (
	"fmt"
	"maps"
	"slices"
)

// Stage is one place in a system.
type Stage struct {
	Name     string
	Calls    bool      // false: it decides on the content of a call and makes none
	Fallback string    // in words; empty: it has none
	Reasons  []Reason  // the system's own, in addition to the shared ones
	Decides  []Decides // its decisions that scores know; several stages may share one
	Reads    Reads     // how it reads its answers, which determines its possible reasons; empty: any shared one
	NoTools  bool      // it offers no tools, though it reads texts: a model without tool calls will do

	// Names of the stage for cases and gates. An unknown name is refused before anything runs.
	Leaf   string              // last part of its paths without the number; empty: the stage's name
	Tools  []string            // tools of the system's own that it offers, in addition to a case's
	Values map[string][]string // key of its decision → all possible values; a key without an entry: any

	// Remarks are keys of its decision that only explain it, such as a reason. Two decisions that differ in nothing
	// else are the same one to record.
	Remarks []string

	// Variants are the parts of the stage to which a suite can give settings of their own, as stage:variant. AnyVariant
	// stands for variants that only a case names, such as agents.
	Variants []string

	// Tries is how often the stage asks for one decision if each failure is for one of the reasons Again; 0: once. Both
	// describe the code and are not read by it, so that a check can compare the two. For any other reason the requests
	// declare whether the stage asks again: as long as they have Reask for it.
	Tries int
	Again []Reason

	Example string // an answer that the stage accepts, as a start for people; empty: any text

	// Schema is a JSON Schema of the answers that the stage accepts, apart from what only a call knows, such as the
	// offered names; of a stage that reads tags, of the JSON between them. Like Tries it is written apart from the
	// code. Empty: unknown.
	Schema string

	// Refuses holds answers that the stage must refuse, by the resulting reason: for those of its own Reasons that an
	// answer can have, and for a shared one where it deviates from its Reads. A reason without an entry is not tried.
	Refuses map[Reason]string
}

// FindStage returns the stage with a name; ok is false if there is none.
func FindStage(stages []Stage, name string) (s Stage, ok bool) {
	i := slices.IndexFunc(stages, func(s Stage) bool { return s.Name == name })
	if i < 0 {
		return Stage{}, false
	}
	return stages[i], true
}

// FallbackReasons returns all reasons for which the stage may refuse an answer or take its fallback: the shared ones
// that are possible by the way it reads its answers, then its own.
func (s Stage) FallbackReasons() []Reason { return append(s.Reads.reasons(), s.Reasons...) }

// TriesFor returns how often the stage asks for one decision if each try fails for this reason.
func (s Stage) TriesFor(r Reason) int {
	if slices.Contains(s.Again, r) {
		return max(s.Tries, 1)
	}
	return 1
}

// Reads says how a stage reads its answers.
type Reads string

// Ways to read an answer. Under all of them, a call can fail with Unavailable, Timeout, Transport and Overflow, and an
// answer can be Empty; a text that is not blank is taken as it is.
const (
	ReadsText   Reads = "text"   // any text but a blank one
	ReadsJSON   Reads = "json"   // one JSON value; otherwise it is Malformed, or of another shape (Schema)
	ReadsTagged Reads = "tagged" // the text between tags; without them it is Malformed, with others inside Schema
)

// reasons returns the shared reasons that are possible for a stage that reads so.
func (r Reads) reasons() []Reason {
	if r == ReadsText {
		return []Reason{Unavailable, Timeout, Transport, Overflow, Empty}
	}
	return SharedReasons()
}

// check returns an error for a way of reading that does not exist.
func (r Reads) check() error {
	switch r {
	case "", ReadsText, ReadsJSON, ReadsTagged:
		return nil
	}
	return fmt.Errorf("reads %q (there are %s, %s, %s)", r, ReadsText, ReadsJSON, ReadsTagged)
}

// CheckStages returns an error for two stages of one name, or a way of reading that does not exist.
func CheckStages(stages []Stage) error {
	seen := map[string]bool{}
	for _, s := range stages {
		if seen[s.Name] {
			return fmt.Errorf("there are two stages named %q", s.Name)
		}
		seen[s.Name] = true
		if err := s.Reads.check(); err != nil {
			return fmt.Errorf("the stage %s %w", s.Name, err)
		}
		for _, reason := range slices.Sorted(maps.Keys(s.Refuses)) {
			if !slices.Contains(s.FallbackReasons(), reason) {
				return fmt.Errorf("Stage.Refuses: the stage %s %w", s.Name, s.noReason(reason))
			}
		}
		for _, d := range s.Decides {
			if !slices.Contains(allDecides(), d) {
				return fmt.Errorf("the stage %s decides %q (there are %q)", s.Name, d, allDecides())
			}
		}
		for _, key := range s.Remarks {
			if s.Values[key] != nil {
				const decided = "Stage.Remarks: the stage %s has Stage.Values for %q, so it decides that"
				return fmt.Errorf(decided, s.Name, key)
			}
		}
	}
	return nil
}

// AnyVariant in Stage.Variants stands for variants that only a case knows.
const AnyVariant = "*"

// Decides is a kind of decision, and so the form of the value that a stage reports with Runtime.Decided or, if it has
// several kinds, with Runtime.DecidedAs. Scores find it by this.
type Decides string

// Kinds of decisions.
const (
	DecidesRoute Decides = "route" // {"action": …}
	// {"nodes": [{"id": …, "depends_on": […]}]} or {"steps": [ids]}; "mode", "strategy"
	DecidesPlan   Decides = "plan"
	DecidesSkills Decides = "skills" // the names of the skills that a run activates
	// {"action": …, "tools": […], "findings": [rules], "gate": GatePassed or GateBlocked}
	DecidesDraft Decides = "draft"
	// {"asked": Published or Rejected, "outcome": one of ReviewOutcomes, "skill": name, "replaces": [names]}: what has
	// become of a draft
	DecidesReview Decides = "review"
)

func allDecides() []Decides {
	return []Decides{DecidesRoute, DecidesPlan, DecidesSkills, DecidesDraft, DecidesReview}
}

// noReason returns the error for a reason that the stage cannot meet, with those that it can.
func (s Stage) noReason(r Reason) error {
	return fmt.Errorf("has no reason %q (Stage.Reads and Stage.Reasons say that there are %q)", r, s.FallbackReasons())
}

// HasVariant reports whether a suite may give settings to this variant of the stage.
func (s Stage) HasVariant(name string) bool {
	return name != "" && slices.ContainsFunc(s.Variants, func(v string) bool { return v == name || v == AnyVariant })
}
