package goldens

import "encoding/json"

// Written is the content of a file as it is written, for a JSON Schema: Read reads it without these types, and with the
// place of each value.
type Written struct {
	Golden  int                    `json:"golden" strict:"required"` // version of the file format
	Case    string                 `json:"case" strict:"required"`   // id of the case
	Suite   string                 `json:"suite" strict:"required"`  // name of the suite
	From    string                 `json:"from"`                     // requests: the case is known only from a log
	Pending *writtenPending        `json:"pending"`
	Tools   map[string]writtenTool `json:"tools"` // that the calls offer, by the name that they give
	Calls   []writtenCall          `json:"calls" strict:"required"`
}

// Values are the texts of the keys that take few.
func (Written) Values() map[string][]string { return map[string][]string{"from": {FromRequests}} }

// writtenPending describes the run that has shown changes which nobody has accepted yet.
type writtenPending struct {
	Run      string   `json:"run" strict:"required"`   // its name
	Build    string   `json:"build" strict:"required"` // of the program
	Shown    string   `json:"shown" strict:"required"` // digest of all that the case has sent
	Prompts  string   `json:"prompts"`                 // folder of templates of the command line
	Requests string   `json:"requests"`                // a log of requests in place of the program
	Seal     string   `json:"seal"`                    // digest of the file without this line
	Command  []string `json:"command"`                 // that drove the application
	Stages   []string `json:"stages"`                  // only these calls were compared
	Rejected []string `json:"rejected"`                // edits that a person has rejected
}

// writtenTool is a tool that calls offer.
type writtenTool struct {
	Name        string          `json:"name"` // default: its key
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"` // a JSON Schema
}

// writtenCall is one request as sent.
type writtenCall struct {
	Path       string           `json:"path" strict:"required"`  // its place: turn-1/main-1
	Stage      string           `json:"stage" strict:"required"` // the stage that asks
	Extends    *writtenExtends  `json:"extends"`
	Messages   []writtenMessage `json:"messages" strict:"required"` // those that it does not repeat
	Tools      []string         `json:"tools"`                      // keys of the file's tools
	Format     json.RawMessage  `json:"format"`                     // json or a JSON Schema: the wanted form of the answer
	FormatAs   string           `json:"format_as"`                  // path of an earlier call with the same format
	Parameters json.RawMessage  `json:"parameters"`                 // of the request, as the application sent them
}

// writtenExtends names the earlier call whose first messages a call repeats.
type writtenExtends struct {
	Call string `json:"call" strict:"required"` // its path
	Keep int    `json:"keep" strict:"required"` // how many of its messages
}

// writtenMessage is a message of a request.
type writtenMessage struct {
	Role       string            `json:"role" strict:"required"` // system, user, assistant or tool
	ToolCallID string            `json:"tool_call_id"`           // of the call that a tool answers
	Name       string            `json:"name"`
	Sections   []writtenSection  `json:"sections"`   // the parts of its text, one after the other
	ToolCalls  []writtenToolCall `json:"tool_calls"` // of the assistant
	Fields     json.RawMessage   `json:"fields"`     // others of the request
}

// writtenSection is a part of a message's text.
type writtenSection struct {
	Name string `json:"name" strict:"required"`
	Text string `json:"text"` // word for word
	As   string `json:"as"`   // CALL/MESSAGE/SECTION of an earlier one with the same text
}

// writtenToolCall is a call of a tool.
type writtenToolCall struct {
	ID        string `json:"id" strict:"required"`
	Name      string `json:"name" strict:"required"`
	Arguments string `json:"arguments" strict:"required"` // JSON, as the model wrote it
}
