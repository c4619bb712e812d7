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
	// Stages lists the stages that assemble a messages array or decide on its content, in running order.
	Stages() []Stage
	// Blocks returns pointers to new values for this system's own settings of a case and of a turn: the fixture's block
	// with the system's name is decoded into them, strictly, by their json tags. nil: no such block.
	Blocks() (ofCase, ofTurn any)
	// Open prepares a conversation. It makes no call.
	Open(c Case) (Conversation, error)
}

// Breaker is a System's block of a case that breaks something besides models on purpose, so that a fallback can be
// seen. The harness breaks it: the system sees what it would see in a real failure, and does not read the block.
type Breaker interface {
	// Broken returns the parts that do not work in this case.
	Broken() []Part
}

// Part is a dependency of a system other than models and tools.
type Part string

// The parts that a case can break.
const (
	PartEmbedder Part = "embedder" // Runtime.Embed fails with Unavailable
	PartLoader   Part = "loader"   // no file of any skill can be opened; Case.Library and Input.Library differ
)

// Prompted is a System whose prompts are template files that a suite can replace.
type Prompted interface {
	System
	// Prompts returns the folder of the system's own templates.
	Prompts() fs.FS
	// WithPrompts returns the same system with the templates of another folder, all of them checked.
	WithPrompts(fsys fs.FS) (System, error)
}

// Sourced is a Prompted system that knows where its own templates are in its source tree. A program that was built
// before they were edited can then say so.
type Sourced interface {
	Prompted
	// PromptSource returns the folder of the templates, relative to the module's root, with slashes.
	PromptSource() string
}

// Conversation holds a system's session state from turn to turn.
type Conversation interface {
	// Turn takes one input. A fallback is no error; an error of the Runtime is passed on.
	Turn(ctx context.Context, rt *Runtime, in Input) (Outcome, error)
}

// A safety gate's decisions on a draft. A blocked draft goes no further.
const (
	GatePassed  = "passed"
	GateBlocked = "blocked"
)

// FindingUndeclaredTool is the rule broken by a draft that uses a tool without declaring it.
const FindingUndeclaredTool = "undeclared-tool"

// SectionSkill begins the name of a section with the text of a skill; the skill's name follows. Reports use it to count
// what skills add to prompts.
const SectionSkill = "Skill: "

// EventCandidates is the event of a retrieval of skills: a list of {"name": …, "rank": …, "score": …, "via": […]}, best
// first; the score is a number in the system's unit and optional, and so is via: the words through which a translation
// has found it, as 上传→upload. The choice among them is the last list of names that a stage decides in the same place
// before the place retrieves again.
const EventCandidates = "candidates"

// EventAcceptance is the event of an input's acceptance: {"task": …, "acceptance": …}, with the id of the work that it
// refers to. An empty id says that no work is open because of a model's answer: the turn continues without the
// acceptance, and the case fails. If no answer could have opened any, Turn returns an InputError instead.
const EventAcceptance = "acceptance"

// EventRefused is the event of a request by somebody else's program that was refused: {"what": …}, in words.
const EventRefused = "refused"

// EventUnclaimed is the event of a request by somebody else's program that none of the suite's stage rules claims,
// though it has some: {"what": …} says in words what it counts as, and which rule would claim it.
const EventUnclaimed = "unclaimed"

// Session says where a conversation takes place.
type Session struct {
	ID      string `json:"id"`      // the id of the session
	Source  string `json:"source"`  // where the session comes from
	Model   string `json:"model"`   // the model that the session uses
	User    string `json:"user"`    // the user's name
	Channel string `json:"channel"` // the channel of messages, such as telegram
	Chat    string `json:"chat"`    // the kind of chat, or its name
	Parent  string `json:"parent"`  // the session that started this one
}

// SkillDir is a skill on disk, valid or not.
type SkillDir struct {
	Source string // one of SkillSources; empty if the case does not say
	Path   string // as the system shows it
	Dir    fs.FS  // SKILL.md and the files beside it
	At     string // its path in the project; empty: its text is in the case
}

// PathOf returns the path of a skill's file in the project; empty: its text is in the case.
func (d *SkillDir) PathOf(file string) string {
	if d.At == "" {
		return ""
	}
	return path.Join(d.At, file)
}

// SkillSources returns the possible sources of a skill, those that override others last.
func SkillSources() []string {
	return []string{"extra", "bundled", "managed", "personal", "project", "workspace"}
}

// Case is the start of a conversation. It is read-only; Block is decoded anew for each Open.
type Case struct {
	ID      string
	Session Session
	History []Message
	Memory  []Section
	Skills  []SkillDir
	Library string // digest of Skills: two cases with one digest have the same skills; empty without any
	Files   fs.FS  // of the working folder; nil if the case has no files
	Tools   []Tool
	Block   any // the first value of Blocks, which may be nil

	// Users is what the user says in each turn, only for readers of logged requests: a system does not know what comes.
	Users []string
}

// Kind is the kind of an input.
type Kind string

// The kinds of input. End closes a conversation; it is a turn of its own, at the place "end".
const (
	UserMessage Kind = "message"
	Scheduled   Kind = "scheduled"
	Heartbeat   Kind = "heartbeat"
	Review      Kind = "review" // nothing but a verdict on a skill draft
	End         Kind = "end"
)

// The user's verdicts on the work so far.
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
	Draft      string     // Published, Rejected or empty; only for a system with a stage that DecidesReview
	Block      any        // the second value of Blocks, which may be nil

	// Skills, Library and Files are as in Case, in their current state: a turn may change them.
	Skills  []SkillDir
	Library string
	Files   fs.FS
}

// Outcome is the result of a turn.
type Outcome struct {
	Status  string // StatusDone, StatusFailed, StatusWaiting
	Replies []Reply
	State   any  // the checkable part of the session, as JSON
	Unknown bool // the reply is unknown: the log has the requests without the answer
}

// The states in which a turn ends.
const (
	StatusDone    = "done"
	StatusFailed  = "failed"  // the user got an apology
	StatusWaiting = "waiting" // the user was asked something
)

// Statuses returns all states in which a turn ends.
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

// ReplyKinds returns all kinds of reply.
func ReplyKinds() []string { return []string{ReplyAnswer, ReplyError, ReplyQuestion, ReplySilent} }
