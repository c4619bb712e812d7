package pipeline

import (
	"fmt"
	"maps"
	"slices"
)

// Stage is one place in a system.
type Stage struct {
	Name     string
	Calls    bool      // false: it decides what goes into a call and makes none
	Fallback string    // in words; empty: it has none
	Reasons  []Reason  // the system's own, besides the shared ones
	Decides  []Decides // what of it scores know; several stages may decide one thing
	Reads    Reads     // how it reads its answers, and so which reasons it can meet; empty: any shared one
	NoTools  bool      // it offers no tools, though it reads texts: a model that cannot call any will do

	// What can be named of the stage in cases and gates. A name that is not there is refused before anything runs.
	Leaf   string              // last part of its paths without the number; empty: the stage's name
	Tools  []string            // tools of the system's own that it offers, besides those of a case
	Values map[string][]string // key of its decision → all values that this can have; a key without an entry: any

	// Variants are the parts of the stage to which a suite can give settings of their own, as stage:variant. AnyVariant
	// among them stands for those that only a case names, as agents are.
	Variants []string

	// Tries is how often the stage asks for one decision, where each failure is for one of the reasons Again; 0: once.
	// Both say what the code does and are not read by it, so that a check can hold the two against each other. How
	// often it asks for any other reason is what its asks declare: again, as long as they have Reask for it.
	Tries int
	Again []Reason

	Example string // an answer that the stage takes, for people to begin with; empty: any text

	// Schema is a JSON Schema of the answers that the stage takes, apart from what only a call can know, such as the
	// names that it offers. As Tries it is written apart from the code. Empty: nothing is said.
	Schema string

	// Refuses holds answers that the stage cannot take, by the reason that it gives: for those of its own Reasons that
	// an answer can have, and for a shared one that it meets otherwise than its Reads say. A reason without one is not
	// tried.
	Refuses map[Reason]string
}

// FindStage returns the stage of a name; ok is false when there is none.
func FindStage(stages []Stage, name string) (s Stage, ok bool) {
	i := slices.IndexFunc(stages, func(s Stage) bool { return s.Name == name })
	if i < 0 {
		return Stage{}, false
	}
	return stages[i], true
}

// FallbackReasons are all reasons for which the stage may refuse an answer or take its fallback: the shared ones that
// it can meet by the way it reads its answers, then those of its own.
func (s Stage) FallbackReasons() []Reason { return append(s.Reads.reasons(), s.Reasons...) }

// TriesFor is how often the stage asks for one decision when each ask fails for this reason.
func (s Stage) TriesFor(r Reason) int {
	if slices.Contains(s.Again, r) {
		return max(s.Tries, 1)
	}
	return 1
}

// Reads says how a stage reads its answers.
type Reads string

// The ways to read an answer. Whatever the way, a call can fail with Unavailable, Timeout, Transport and Overflow, and
// an answer can be Empty; a text that is not blank is taken as it is.
const (
	ReadsText   Reads = "text"   // any text but a blank one
	ReadsJSON   Reads = "json"   // one JSON value; it can be Malformed, or of another shape (Schema)
	ReadsTagged Reads = "tagged" // what stands between tags; without them it is Malformed, with others inside Schema
)

// reasons are the shared reasons that a stage can meet which reads so.
func (r Reads) reasons() []Reason {
	if r == ReadsText {
		return []Reason{Unavailable, Timeout, Transport, Overflow, Empty}
	}
	return SharedReasons()
}

// check reports a way of reading that does not exist.
func (r Reads) check() error {
	switch r {
	case "", ReadsText, ReadsJSON, ReadsTagged:
		return nil
	}
	return fmt.Errorf("reads %q (there are %s, %s, %s)", r, ReadsText, ReadsJSON, ReadsTagged)
}

// CheckStages reports what no list of stages may say: two stages of one name, or a way of reading that does not exist.
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
	}
	return nil
}

// AnyVariant stands in Stage.Variants for variants that only a case knows.
const AnyVariant = "*"

// Decides says what a stage decides, and so the form of the value that it reports with Runtime.Decided or, where it
// decides several things, with Runtime.DecidedAs. Scores find it by this.
type Decides string

// What stages decide.
const (
	DecidesRoute Decides = "route" // {"action": …}
	// {"nodes": [{"id": …, "depends_on": […]}]} or {"steps": [ids]}; "mode", "strategy"
	DecidesPlan   Decides = "plan"
	DecidesSkills Decides = "skills" // the names of the skills that a run activates
	// {"action": …, "tools": […], "findings": [rules], "gate": GatePassed or GateBlocked}
	DecidesDraft Decides = "draft"
)

func allDecides() []Decides { return []Decides{DecidesRoute, DecidesPlan, DecidesSkills, DecidesDraft} }

// noReason says that the stage cannot meet a reason, and which ones it can.
func (s Stage) noReason(r Reason) error {
	return fmt.Errorf("has no reason %q (Stage.Reads and Stage.Reasons say that there are %q)", r, s.FallbackReasons())
}

// HasVariant reports whether a suite may give settings to this variant of the stage.
func (s Stage) HasVariant(name string) bool {
	return name != "" && slices.ContainsFunc(s.Variants, func(v string) bool { return v == name || v == AnyVariant })
}
