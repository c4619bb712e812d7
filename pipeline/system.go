// Package pipeline is the contract between agent systems and the harness that tests them.
//
// A [System] opens a [Conversation] for a [Case] and takes its turns. Every messages array that it assembles leaves
// through [Runtime.Chat], tagged with the path of the call, so that the harness can keep, compare, replay and break it;
// the system itself knows nothing of the harness. Clock, ids and tools come from the [Runtime] too: the same inputs
// give the same bytes.
package pipeline

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// System is one agent architecture under test.
type System interface {
	Name() string
	// Stages lists the places that assemble a messages array or decide what goes into one, in running order.
	Stages() []Stage
	// Blocks returns pointers to new values for what only this system knows of a case and of a turn: the fixture's
	// block with the system's name is decoded into them, strictly, by their json tags. nil: no such block.
	Blocks() (ofCase, ofTurn any)
	// Open prepares a conversation. It makes no call.
	Open(c Case) (Conversation, error)
}

// Breaker is a System's block of a case that asks for something to be broken on purpose, besides models, so that a
// fallback can be seen. The harness breaks it: the system sees what it would see in earnest, and reads nothing of this.
type Breaker interface {
	// Broken are the parts that do not work in this case.
	Broken() []Part
}

// Part is something that a system rests on besides models and tools.
type Part string

// The parts that a case can break.
const (
	PartEmbedder Part = "embedder" // Runtime.Embed fails with Unavailable
	PartLoader   Part = "loader"   // no file of any skill can be opened; Case.Library and Input.Library name others
)

// Prompted is a System whose prompts are template files that a suite can replace.
type Prompted interface {
	System
	// Prompts is the folder of the system's own templates.
	Prompts() fs.FS
	// WithPrompts is the same system with the templates of another folder, all of them checked.
	WithPrompts(fsys fs.FS) (System, error)
}

// Sourced is a Prompted system that tells where its own templates stand in its source tree. A program that was built
// before they were edited can then say so.
type Sourced interface {
	Prompted
	// PromptSource is the folder of the templates, relative to the module's root, with slashes.
	PromptSource() string
}

// Conversation holds a system's session state from turn to turn.
type Conversation interface {
	// Turn takes one input. A fallback is no error; an error of the Runtime is handed on.
	Turn(ctx context.Context, rt *Runtime, in Input) (Outcome, error)
}

// Stage is one place in a system.
type Stage struct {
	Name     string
	Calls    bool      // false: it decides what goes into a call and makes none
	Fallback string    // in words; empty: it has none
	Reasons  []Reason  // the system's own, besides the shared ones
	Decides  []Decides // what of it scores know; several stages may decide one thing
	Reads    Reads     // how it reads its answers, and so which reasons it can meet; empty: any shared one

	// What can be named of the stage in cases and gates. A name that is not there is refused before anything runs.
	Leaf   string              // last part of its paths without the number; empty: the stage's name
	Tools  []string            // tools of the system's own that it offers, besides those of a case
	Values map[string][]string // key of its decision → all values that this can have; a key without an entry: any

	// Variants are the parts of the stage to which a suite can give settings of their own, as stage:variant. AnyVariant
	// among them stands for those that only a case names, as agents are.
	Variants []string

	Example string // an answer that the stage takes, for people to begin with; empty: any text

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

// What a safety gate decides about a draft. A blocked one goes no further.
const (
	GatePassed  = "passed"
	GateBlocked = "blocked"
)

// FindingUndeclaredTool is the rule of a draft that names a tool and does not declare it.
const FindingUndeclaredTool = "undeclared-tool"

// SectionSkill begins the name of a section that holds the text of a skill; the skill's name follows. Reports count by
// it what skills add to prompts.
const SectionSkill = "Skill: "

// EventCandidates is the event of a retrieval of skills: a list of {"name": …, "rank": …, "score": …}, best first; the
// score is a number as the system counts, and may be left out. What is chosen of them is the last list of names that a
// stage decides in the same place before the place retrieves again.
const EventCandidates = "candidates"

// EventAcceptance is the event of an input's acceptance: {"task": …, "acceptance": …}, with the id of the work that it
// speaks of. An empty id says that no work is open because of what a model has answered: the turn goes on without the
// acceptance, and the case fails. Where no answer could have opened any, Turn returns an InputError instead.
const EventAcceptance = "acceptance"

// Session says where a conversation takes place.
type Session struct {
	ID      string `json:"id"`
	Source  string `json:"source"`
	Model   string `json:"model"`
	User    string `json:"user"`
	Channel string `json:"channel"`
	Chat    string `json:"chat"`
	Parent  string `json:"parent"`
}

// SkillDir is a skill as it lies on disk, broken or not.
type SkillDir struct {
	Source string // one of SkillSources; empty when the case does not say
	Path   string // as the system shows it
	Dir    fs.FS  // SKILL.md and what lies beside it
}

// SkillSources are the places that a skill can be said to come from, those that override others last.
func SkillSources() []string {
	return []string{"extra", "bundled", "managed", "personal", "project", "workspace"}
}

// Case is what a conversation starts from. It is read-only; Block is decoded anew for each Open.
type Case struct {
	ID      string
	Session Session
	History []Message
	Memory  []Section
	Skills  []SkillDir
	Library string // digest of Skills: two cases with one digest have the same skills; empty without any
	Files   fs.FS  // of the working folder; nil when the case says nothing of files
	Tools   []Tool
	Block   any // the first value of Blocks; nil when that is nil
}

// Kind is the kind of an input.
type Kind string

// The kinds of input. End closes a conversation; it is a turn of its own, at the place "end".
const (
	UserMessage Kind = "message"
	Scheduled   Kind = "scheduled"
	Heartbeat   Kind = "heartbeat"
	End         Kind = "end"
)

// Acceptance is what the user says of the work so far.
const (
	Accepted = "accepted"
	Rejected = "rejected"
)

// Input is one turn of the user, of a schedule or of the clock.
type Input struct {
	Kind       Kind
	Text       string
	Source     TextSource // where the text is from
	Acceptance string     // Accepted, Rejected or empty
	Block      any        // the second value of Blocks; nil when that is nil

	// Skills, Library and Files are as in Case, and as they are now: a turn may change them.
	Skills  []SkillDir
	Library string
	Files   fs.FS
}

// Outcome is what a turn came to.
type Outcome struct {
	Status  string // StatusDone, StatusFailed, StatusWaiting
	Replies []Reply
	State   any // what of the session a check may look at, as JSON
}

// The states in which a turn ends.
const (
	StatusDone    = "done"
	StatusFailed  = "failed"  // the user got an apology
	StatusWaiting = "waiting" // the user was asked something
)

// Statuses are all states in which a turn ends.
func Statuses() []string { return []string{StatusDone, StatusFailed, StatusWaiting} }

// Reply is one message to the outside, in the order given.
type Reply struct {
	To   string `json:"to,omitempty"` // empty: the user
	Text string `json:"text"`
	Path string `json:"path,omitempty"` // the place that gave it
	Kind string `json:"kind,omitempty"` // ReplyAnswer, ReplyError, ReplyQuestion, ReplySilent
}

// The kinds of reply.
const (
	ReplyAnswer   = "answer"
	ReplyError    = "error"
	ReplyQuestion = "question"
	ReplySilent   = "silent"
)

// ReplyKinds are all kinds of reply.
func ReplyKinds() []string { return []string{ReplyAnswer, ReplyError, ReplyQuestion, ReplySilent} }
