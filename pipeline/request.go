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
	Leaf     string // last part of the path; Stage when empty
	Again    bool   // another ask for the decision of the last call with this leaf: its path is …#n
	Messages []Message
	Tools    []Tool
	Format   json.RawMessage // "json" or a JSON Schema; nil: free text
	Options  Options         // what is unset here is taken from the suite
	// all else that a client has sent, as one JSON object in the form that jsonvalue.Canonical gives: model,
	// temperature, tool_choice and what nobody knows. nil: nothing, as in the systems of this program
	Parameters json.RawMessage
	Declared   []Declared // what this call's fallback means; never sent, never part of a digest

	Path    string        // set by the Runtime: the call's name, unique in its case
	Try     int           // set by the Runtime, from 1
	Model   string        // set by the Runtime: the model that the suite gives the stage; may be empty
	Timeout time.Duration // set by the Runtime: how long this call may take; 0: without limit
	Think   Think         // set by the Runtime: what the suite says of the stage
}

// Think says whether a model is to think before it answers: true, false, or how much, as low, medium and high; empty:
// as the model likes.
type Think string

// SettingsKey is what the suite's settings of the request go by, as Runtime.Settings takes it: stage or stage:variant.
func (r *Request) SettingsKey() string {
	if r.Variant == "" {
		return r.Stage
	}
	return r.Stage + ":" + r.Variant
}

// Options are the sampling options of a request. A nil pointer is an option that was not set.
type Options struct {
	Temperature   *float64 `json:"temperature,omitempty"`
	TopP          *float64 `json:"top_p,omitempty"`
	TopK          *int     `json:"top_k,omitempty"`
	MinP          *float64 `json:"min_p,omitempty"`
	RepeatPenalty *float64 `json:"repeat_penalty,omitempty"`
	Seed          *int     `json:"seed,omitempty"`
	NumCtx        *int     `json:"num_ctx,omitempty"`     // tokens
	NumPredict    *int     `json:"num_predict,omitempty"` // tokens
	Stop          []string `json:"stop,omitempty"`
}

// or fills what o leaves unset from d.
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

// Declared says what follows when a call fails, for the reasons it names (none: for every reason). The first entry
// that fits counts, and each says exactly one thing. It is written apart from the code that it is about, so that the
// harness can hold the two against each other.
type Declared struct {
	Reasons []Reason  // of those that the stage can meet
	Answer  *Response // the answer that means the same
	Undone  bool      // later turns are as in a run without this turn
	Reask   bool      // the stage asks again and says why: no answer means the same, the next ask stands for itself
	Then    string    // in words, when none of these holds

	Skips []string // with Then: places in which nothing is asked any more
	Shows []string // with Then: texts that a request which follows holds
}

// Response is a model's answer.
type Response struct {
	Content   string
	ToolCalls []ToolCall
	Reasoning string
	Blocks    json.RawMessage // what its provider gave apart and a client has to send back so; nil: nothing more
	Finish    string          // done_reason: stop, length, tool_calls, …; empty when unknown
	Usage     Usage
	Takes     time.Duration // how far the case's clock moves on; scripted answers only
	Duration  time.Duration // how long the model took when it was recorded; it moves no clock
	Origin    Origin        // where the answer comes from; for the harness: a system never branches on it
}

// Source says who gave an answer. Nobody may mistake one for another.
type Source string

// The sources of answers.
const (
	SourceOllama    Source = "ollama"    // a server that was asked
	SourceOpenAI    Source = "openai"    // a server of OpenAI's form that an application has asked
	SourceAnthropic Source = "anthropic" // a server of Anthropic's form that an application has asked
	SourceImported  Source = "imported"  // elsewhere; names origin and model
	SourceScripted  Source = "scripted"  // written by a person
)

// Recorded reports whether a server has given the answer to a request that is known: it can be stale.
func (s Source) Recorded() bool {
	return s == SourceOllama || s == SourceOpenAI || s == SourceAnthropic
}

// Match says how a recorded answer was found.
type Match string

// The matches, best first. Otherwise is a scripted answer of the suite, for what nothing else covers.
const (
	MatchLive      Match = "live" // not recorded: a server was asked in this very run
	MatchFresh     Match = "fresh"
	MatchMoved     Match = "moved"
	MatchStale     Match = "stale"
	MatchOtherwise Match = "otherwise"
)

// Origin is an answer's provenance.
type Origin struct {
	Source  Source
	Match   Match
	From    string // imported: where the answer was taken from; moved: the path it was recorded at; scripted: a fault
	Model   string // name of the model that gave it
	Carried bool   // a person kept the answer of an older request

	ModelDigest string    // of a server's model, in hex: the same name may be another model tomorrow
	Context     int       // tokens that the model was made for, whatever num_ctx says; 0: unknown
	Server      string    // its version
	At          time.Time // when it answered; zero: unknown
	Other       bool      // a server was asked in place of the case, which has another answer for the call, or none
}

// Model answers requests. An error that is a *Failure is one that a stage may fall back on; the Response beside it
// holds what had come by then, and its Origin. Any other error ends the case.
type Model interface {
	Chat(ctx context.Context, req Request) (Response, error)
}

// Embedder turns texts into vectors of one length, one for each text.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// NamedEmbedder is an Embedder that names its vectors, so that what was made of them can be kept for other cases.
type NamedEmbedder interface {
	Embedder
	// Vectors is a name under which a text has one vector, whenever and by whomever it is asked for.
	Vectors() string
}
