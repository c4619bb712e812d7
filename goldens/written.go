package goldens

import "encoding/json"

// Written is the content of a file as it is written, for a JSON Schema: Read reads it without these types, and with the
// place of each value.
type Written struct {
	Golden int    `json:"golden" strict:"required"` // the version of the file format
	Case   string `json:"case" strict:"required"`   // the id of the case
	Suite  string `json:"suite" strict:"required"`  // the name of the suite
	From   string `json:"from"`                     // "requests" says that the case is known only from a log
	// the run that has shown changes; none: everything is accepted
	Pending *writtenPending `json:"pending"`
	// the tools that calls offer, by the name that they give
	Tools map[string]writtenTool `json:"tools"`
	Calls []writtenCall          `json:"calls" strict:"required"` // the requests, in order
}

// Values are the texts of the keys that take few.
func (Written) Values() map[string][]string { return map[string][]string{"from": {FromRequests}} }

// writtenPending describes the run that has shown changes which nobody has accepted yet.
type writtenPending struct {
	Run      string   `json:"run" strict:"required"`   // the name of the run
	Build    string   `json:"build" strict:"required"` // the build of the program
	Shown    string   `json:"shown" strict:"required"` // the digest of all that the case has sent
	Prompts  string   `json:"prompts"`                 // the folder of templates that the command line named
	Requests string   `json:"requests"`                // the log of requests that was compared in place of a program
	Seal     string   `json:"seal"`                    // the digest of the file without this line
	Command  []string `json:"command"`                 // the command that drove the application
	Stages   []string `json:"stages"`                  // the only stages that were compared; none: all
	Rejected []string `json:"rejected"`                // edits that a person has rejected
}

// writtenTool is a tool that calls offer.
type writtenTool struct {
	Name        string          `json:"name"`        // the name of the tool; default: its key
	Description string          `json:"description"` // what the tool does, as the model reads it
	Parameters  json.RawMessage `json:"parameters"`  // the JSON Schema of the arguments
}

// writtenCall is one request as sent.
type writtenCall struct {
	Path     string           `json:"path" strict:"required"`     // the place of the call, such as turn-1/main-1
	Stage    string           `json:"stage" strict:"required"`    // the stage that asks
	Extends  *writtenExtends  `json:"extends"`                    // the earlier call whose messages it repeats
	Messages []writtenMessage `json:"messages" strict:"required"` // the messages that it does not repeat
	Tools    []string         `json:"tools"`                      // the tools that it offers, by their key in this file
	// the wanted form of the answer: json, or a JSON Schema
	Format   json.RawMessage `json:"format"`
	FormatAs string          `json:"format_as"` // the path of an earlier call with the same format
	// the parameters of the request, as the application sent them
	Parameters json.RawMessage `json:"parameters"`
}

// writtenExtends names the earlier call whose first messages a call repeats.
type writtenExtends struct {
	Call string `json:"call" strict:"required"` // the path of the earlier call
	Keep int    `json:"keep" strict:"required"` // how many of its messages are repeated
}

// writtenMessage is a message of a request.
type writtenMessage struct {
	Role       string            `json:"role" strict:"required"` // who speaks: system, user, assistant or tool
	ToolCallID string            `json:"tool_call_id"`           // the id of the call that a tool answers
	Name       string            `json:"name"`                   // the name of the tool that answers
	Sections   []writtenSection  `json:"sections"`               // the parts of its text, one after the other
	ToolCalls  []writtenToolCall `json:"tool_calls"`             // the tools that the assistant calls
	Fields     json.RawMessage   `json:"fields"`                 // other fields of the message
}

// writtenSection is a part of a message's text.
type writtenSection struct {
	Name string `json:"name" strict:"required"` // the name of the section
	Text string `json:"text"`                   // the text, word for word
	As   string `json:"as"`                     // CALL/MESSAGE/SECTION of an earlier section with the same text
}

// writtenToolCall is a call of a tool.
type writtenToolCall struct {
	ID        string `json:"id" strict:"required"`        // the id of the call
	Name      string `json:"name" strict:"required"`      // the name of the tool
	Arguments string `json:"arguments" strict:"required"` // the arguments as JSON, as the model wrote them
}
