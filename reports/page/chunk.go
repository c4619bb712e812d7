package page

// Chunk holds cases with their texts.
//
// Prompts are much alike, so everything is there once and the rest are indexes, from 0: a message has those of its
// sections, a section those of its text and its sources, a text those of its lines, split at "\n", anything else those
// of its texts; -1: the run lacks the text. Lists of sections, sources and lines are written as a sequence.
type Chunk struct {
	Cases map[int]*Case `json:"cases"` // by their places in the index, from 0
	Shared
}

// Shared is what the cases of a chunk have in common.
type Shared struct {
	Turns  columns[Turn]  `json:"turns"` // those of all cases, in their order; here and below
	Calls  columns[Call]  `json:"calls"`
	Tools  columns[Tool]  `json:"tools"`
	Events columns[Event] `json:"events"`

	Sections Sections        `json:"sections"`
	Sources  columns[Source] `json:"sources"`
	Texts    [][]int         `json:"texts"`
	Lines    []string        `json:"lines"`
}

// Case is a case with everything that happened. Fields that are empty are left out, here and below.
type Case struct {
	Errors   []string `json:"errors,omitempty"`
	Failures []string `json:"failures,omitempty"` // expectations that do not hold, in words
	Warnings []string `json:"warnings,omitempty"`
	Skipped  string   `json:"skipped,omitempty"` // what the system does not support

	Quarantine string `json:"quarantine,omitempty"` // why and until when its failures fail no gate

	Turns  int `json:"turns,omitempty"` // how many of the chunk's next ones are its own
	Calls  int `json:"calls,omitempty"` // in the order of the run; then those of the golden that were not sent
	Tools  int `json:"tools,omitempty"` // tool calls that were carried out
	Events int `json:"events,omitempty"`
}

// Turn is a turn that began: what came in, and what the user got.
type Turn struct {
	Turn    string  `json:"turn"`           // its place, with which the paths of its calls begin
	Kind    string  `json:"kind"`           // message, end, …
	User    *int    `json:"user,omitempty"` // the text that came in
	Replies []Reply `json:"replies,omitempty"`
	Status  string  `json:"status,omitempty"` // empty: the turn did not end
	State   *int    `json:"state,omitempty"`  // of the system at its end: a text with JSON

	Calls    int   `json:"calls"`
	Prompt   int   `json:"tokens_prompt"`
	Output   int   `json:"tokens_output"`
	Duration int64 `json:"duration_ns,omitempty"` // of the answers of models
}

// Reply is a text for the user, or for another reader.
type Reply struct {
	To   string `json:"to,omitempty"`
	Kind string `json:"kind,omitempty"`
	Path string `json:"path,omitempty"`
	Text *int   `json:"text,omitempty"`
}

// Call is a request with its answer, or one of the golden that was not sent: its status is missing.
type Call struct {
	Path  string `json:"path"` // its place is the path without the last part
	Turn  string `json:"turn,omitempty"`
	Stage string `json:"stage"`
	Try   int    `json:"try,omitempty"`   // from 1
	Depth int    `json:"depth,omitempty"` // it depends on calls of smaller depths alone
	At    string `json:"at,omitempty"`    // on the case's clock, RFC 3339
	Takes int64  `json:"takes_ns,omitempty"`

	Prompt   int   `json:"tokens_prompt"`
	Output   int   `json:"tokens_output"`
	Counted  int   `json:"tokens_counted,omitempty"` // of both, by a model; the others are estimated
	Kept     *Kept `json:"kept,omitempty"`           // left out: the first call of its stage
	NumCtx   int   `json:"num_ctx,omitempty"`        // the context's size in tokens; left out: not known
	Duration int64 `json:"duration_ns,omitempty"`    // of a model's answer

	Model    string `json:"model,omitempty"` // that answered
	Source   string `json:"source,omitempty"`
	Match    string `json:"match,omitempty"`
	From     string `json:"from,omitempty"` // file of the answer, or the like
	Carried  bool   `json:"carried,omitempty"`
	Missed   bool   `json:"missed,omitempty"`   // nothing answered it
	Error    string `json:"error,omitempty"`    // instead of an answer: a reason
	Detail   string `json:"detail,omitempty"`   // of the error
	Decision string `json:"decision,omitempty"` // JSON

	Fallbacks []Fallback `json:"fallbacks,omitempty"`
	Rejected  []Rejected `json:"rejected,omitempty"` // its answer, without a fallback
	Marks     []string   `json:"marks,omitempty"`

	Messages    []Message  `json:"messages,omitempty"`
	Tools       []string   `json:"tools,omitempty"` // names of the tools that were offered
	Answer      *int       `json:"answer,omitempty"`
	Reasoning   *int       `json:"reasoning,omitempty"`
	AnswerCalls []ToolCall `json:"answer_calls,omitempty"`
	Finish      string     `json:"finish,omitempty"`

	Status string `json:"status"`           // unchanged, changed, new, missing, not compared or conflicted
	Unkept bool   `json:"unkept,omitempty"` // it is changed, and its packed golden keeps no old text
	Sides  []Side `json:"sides,omitempty"`  // golden beside sent, where they differ
}

// Fallback says that a stage took its fallback.
type Fallback struct {
	Stage  string `json:"stage"`
	Reason string `json:"reason"`
	Tries  int    `json:"tries"`
	Detail string `json:"detail,omitempty"`
}

// Rejected says that a stage did not take an answer.
type Rejected struct {
	Stage  string `json:"stage"`
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
}

// Message is a message of a request: the texts of its sections, one behind the other.
type Message struct {
	Role      string     `json:"role"`
	Name      string     `json:"name,omitempty"`
	Sections  []int      `json:"sections,omitempty"`
	ToolCalls []ToolCall `json:"tool_calls,omitempty"`
}

// Sections are the parts of messages: lists of the same length, one for each column.
type Sections struct {
	Name    []string `json:"name"`
	Text    []int    `json:"text"`    // less that of the section before: mostly 1, as texts are in the order of their use
	Tokens  []int    `json:"tokens"`  // estimated
	Sources [][]int  `json:"sources"` // where the text comes from
}

// Source is where a part of a section's text comes from.
type Source struct {
	Kind   string `json:"kind"`
	Name   string `json:"name,omitempty"` // left out, as the next one, where it has a path
	Define string `json:"define,omitempty"`
	Path   string `json:"path,omitempty"` // of its file
	Line   int    `json:"line,omitempty"`
}

// ToolCall is a tool call that a model asked for.
type ToolCall struct {
	Name      string `json:"name"`
	Arguments int    `json:"arguments"`
}

// Tool is a tool call that was carried out.
type Tool struct {
	Path      string `json:"path"`
	CallPath  string `json:"call_path"` // of the call that asked for it
	Name      string `json:"name"`
	Arguments int    `json:"arguments"`
	Result    int    `json:"result"`
	Failed    bool   `json:"failed,omitempty"`
	Late      bool   `json:"late,omitempty"`
	Source    string `json:"source,omitempty"` // of the result
	Takes     int64  `json:"takes_ns,omitempty"`
}

// Side compares a section of a golden with the one that was sent, a tool, or a value beside the messages.
type Side struct {
	Message int    `json:"message,omitempty"`        // from 1, in what was sent; left out: it is in none
	Before  int    `json:"message_before,omitempty"` // in the golden, if that differs
	Role    string `json:"role,omitempty"`
	Section string `json:"section,omitempty"` // or the tool's name; format, parameters
	Was     string `json:"was,omitempty"`     // its name in the golden, if that differs
	Kind    string `json:"kind"`              // section, tool call, tool, format or parameters
	Change  string `json:"change"`            // changed, added, removed, moved or renamed
	Groups  []int  `json:"groups,omitempty"`  // edits of it, of Changes.Groups
	Rows    []any  `json:"rows,omitempty"`    // Same, Gap or Pair; left out: the texts are equal
}

// The rows of a Side, line by line, without line ends.
type (
	// Same is a line of both.
	Same string
	// Gap is a number of lines of both that are not shown. The section's text has them.
	Gap int
	// Pair is a line of the golden and the one that was sent instead; null: there is none. It is a list of spans: a
	// string is on both sides, a Mark only on this one.
	Pair [2][]any
	// Mark is text that the other side does not have.
	Mark struct {
		Text string `json:"m"`
	}
)
