package pipeline

import (
	"context"
	"encoding/json"
	"time"
)

// Request is one messages array on its way to a model.
type Request struct {
	Stage string // one of System.Stages
	// one of Stage.Variants: the suite may give it settings of its own, as stage:variant; empty: the stage's
	Variant  string
	Leaf     string // last part of the path; empty: Stage
	Again    bool   // another request for the decision of the last call with this leaf: its path is …#n
	Messages []Message
	Tools    []Tool
	Format   json.RawMessage // "json" or a JSON Schema; nil: free text
	Options  Options         // unset ones are taken from the suite
	// everything else that a client has sent, as one JSON object in jsonvalue.Canonical form: model, temperature,
	// tool_choice and unknown keys. nil: nothing, as in the systems of this program
	Parameters json.RawMessage
	Declared   []Declared // what this call's fallback means; never sent, never part of a digest

	Path    string        // set by the Runtime: the call's name, unique in its case
	Try     int           // set by the Runtime, from 1
	Model   string        // set by the Runtime: the model that the suite gives the stage; may be empty
	Timeout time.Duration // set by the Runtime: how long this call may take; 0: without limit
	Think   Think         // set by the Runtime: the suite's setting of the stage
}

// Think says whether a model is to think before it answers: true, false, or the level, as low, medium and high; empty:
// the model's default.
type Think string

// SettingsKey returns the key of the request's settings, as Runtime.Settings takes it: stage or stage:variant.
func (r *Request) SettingsKey() string {
	if r.Variant == "" {
		return r.Stage
	}
	return r.Stage + ":" + r.Variant
}

// Options are the sampling options of a request.
//
// A nil pointer is an option that was not set.
type Options struct {
	// how freely tokens are chosen; 0: always the likeliest
	Temperature *float64 `json:"temperature,omitempty"`
	// tokens are chosen from the likeliest that have this probability together
	TopP *float64 `json:"top_p,omitempty"`
	TopK *int     `json:"top_k,omitempty"` // tokens are chosen from so many of the likeliest
	// the least probability of a token, as a share of the likeliest one's
	MinP *float64 `json:"min_p,omitempty"`
	// how much a token that occurred before is held back; 1: not at all
	RepeatPenalty *float64 `json:"repeat_penalty,omitempty"`
	Seed          *int     `json:"seed,omitempty"`        // the seed of the model's chance
	NumCtx        *int     `json:"num_ctx,omitempty"`     // the size of the context window, in tokens
	NumPredict    *int     `json:"num_predict,omitempty"` // the most tokens of an answer
	Stop          []string `json:"stop,omitempty"`        // texts that end an answer
}

// or fills unset options of o from d.
func (o Options) or(d Options) Options {
	set(&o.Temperature, d.Temperature)
	set(&o.TopP, d.TopP)
	set(&o.TopK, d.TopK)
	set(&o.MinP, d.MinP)
	set(&o.RepeatPenalty, d.RepeatPenalty)
	set(&o.Seed, d.Seed)
	set(&o.NumCtx, d.NumCtx)
	set(&o.NumPredict, d.NumPredict)
	if o.Stop == nil {
		o.Stop = d.Stop
	}
	return o
}

func set[T any](p **T, d *T) {
	if *p == nil {
		*p = d
	}
}

// Declared says what follows when a call fails, for the reasons it names (none: for every reason). The first matching
// entry counts, and each says exactly one thing. It is written apart from the code that it is about, so that the
// harness can compare the two.
type Declared struct {
	Reasons []Reason  // of those that the stage can meet
	Answer  *Response // the answer that means the same
	Undone  bool      // later turns are as in a run without this turn
	Reask   bool      // the stage retries and says why: no answer means the same, the retry stands for itself
	Then    string    // in words, if none of these holds

	Skips []string // with Then: places without any further requests
	Shows []string // with Then: texts of a following request
}

// Response is a model's answer.
type Response struct {
	Content   string
	ToolCalls []ToolCall
	Reasoning string
	Blocks    json.RawMessage // the provider's own blocks, which a client has to send back unchanged; nil: none
	Finish    string          // done_reason: stop, length, tool_calls, …; empty if unknown
	Usage     Usage
	Takes     time.Duration // moves the case's clock on; scripted answers only
	Duration  time.Duration // the model's time when it was recorded; it moves no clock
	Origin    Origin        // where the answer comes from; for the harness: a system never branches on it
}

// Source says who gave an answer, so that none is mistaken for another.
type Source string

// The sources of answers.
const (
	SourceOllama    Source = "ollama"    // a server that was asked
	SourceOpenAI    Source = "openai"    // a server of OpenAI's form that was asked, by an application too
	SourceAnthropic Source = "anthropic" // a server of Anthropic's form, asked by an application
	SourceImported  Source = "imported"  // elsewhere; names origin and model
	SourceScripted  Source = "scripted"  // written by a person
)

// Recorded reports whether a server gave the answer to a known request, so that it can be stale.
func (s Source) Recorded() bool {
	return s == SourceOllama || s == SourceOpenAI || s == SourceAnthropic
}

// Match says how a recorded answer was found.
type Match string

// The matches, best first. Otherwise is the suite's scripted default for calls without any other answer.
const (
	MatchLive      Match = "live" // not recorded: from a server in this very run
	MatchFresh     Match = "fresh"
	MatchMoved     Match = "moved"
	MatchStale     Match = "stale"
	MatchOtherwise Match = "otherwise"
)

// Origin is an answer's provenance.
type Origin struct {
	Source  Source
	Match   Match
	From    string // imported: its original source; moved: the path it was recorded at; scripted: a fault
	Model   string // name of the model
	Carried bool   // a person kept the answer of an older request

	ModelDigest string    // of a server's model, in hex: tomorrow the name may be another model's
	Context     int       // the model's context in tokens, whatever num_ctx says; 0: unknown
	Server      string    // its version
	At          time.Time // when it answered; zero: unknown
	Other       bool      // a server was asked instead of the case, which has another answer for the call, or none
}

// Model answers requests. A stage may fall back on an error that is a *Failure; the Response beside it has what had
// come by then, and its Origin. Any other error ends the case.
type Model interface {
	Chat(ctx context.Context, req Request) (Response, error)
}

// Embedder turns texts into vectors of one length, one for each text.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// NamedEmbedder is an Embedder that names its vectors, so that results computed from them can be cached across cases.
type NamedEmbedder interface {
	Embedder
	// Vectors returns a name under which each text has one vector, at any time and for any caller.
	Vectors() string
}
