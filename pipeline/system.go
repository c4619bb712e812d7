// Package pipeline is the contract between agent systems and the harness that tests them.
//
// A [System] opens a [Conversation] for a [Case] and takes its turns. Every messages array that it assembles leaves
// through [Runtime.Chat], tagged with the path of the call, so that the harness can keep, compare, replay and break it;
// the system itself knows nothing of the harness. Clock, ids and tools come from the [Runtime] too: the same inputs
// give the same bytes.
//
// Stable: other programs import this package; its exported API does not change (docs/own-system.md).
package pipeline

import (
	"context"
	"io/fs"
	"path"
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

// EventCandidates is the event of a retrieval of skills: a list of {"name": …, "rank": …, "score": …, "via": […]}, best
// first; the score is a number as the system counts, and may be left out, as may via: the words through which a
// translation has found it, as 上传→upload. What is chosen of them is the last list of names that a stage decides in the
// same place before the place retrieves again.
const EventCandidates = "candidates"

// EventAcceptance is the event of an input's acceptance: {"task": …, "acceptance": …}, with the id of the work that it
// speaks of. An empty id says that no work is open because of what a model has answered: the turn goes on without the
// acceptance, and the case fails. Where no answer could have opened any, Turn returns an InputError instead.
const EventAcceptance = "acceptance"

// EventRefused is the event of what somebody else's program asked for and did not get: {"what": …}, in words.
const EventRefused = "refused"

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
	At     string // where it lies in the project; empty: its text stands in the case
}

// PathOf is where a file of the skill lies in the project; empty: its text stands in the case.
func (d *SkillDir) PathOf(file string) string {
	if d.At == "" {
		return ""
	}
	return path.Join(d.At, file)
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

	// Users is what the user says in each turn, for who reads what was asked from a log, and for nobody else: a system
	// does not know what comes.
	Users []string
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
	State   any  // what of the session a check may look at, as JSON
	Unknown bool // what was replied: who has kept the requests has not kept the answer
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
