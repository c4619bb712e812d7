// Package goldens keeps the messages arrays that a person has accepted for a case, and shows what has changed against
// them.
//
// A golden is a YAML file that is read in reviews: prompts stand in it as literal blocks, so that a diff by line is a
// diff of the prompt. The same content always gives the same bytes ([File.Append]); a check compares bytes, and only a
// file that differs is parsed ([Read]) and compared call by call ([Compare]).
package goldens

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// version of the file format; it stands in the first line of a file.
const version = "1"

// The limits that a file must keep, so that reading one takes bounded memory. Append refuses what Read would refuse.
const (
	maxBytes    = 64 << 20             // of a file
	maxMessages = pipeline.MaxMessages // of all calls together, those taken over from an earlier call counted again
	maxDepth    = 1000                 // of nested lists and objects in a JSON value, as in jsonvalue.Canonical
)

// ErrTooLarge is what a golden over the limits gives that is to be written.
var ErrTooLarge = errors.New("the golden is too large to be kept")

// CheckSize returns an ErrTooLarge for a golden, in whatever form, of too many bytes.
func CheckSize(bytes int) error {
	if bytes > maxBytes {
		return fmt.Errorf("%w: %.1f MB, at most %d MB are read again", ErrTooLarge, float64(bytes)/(1<<20),
			maxBytes>>20)
	}
	return nil
}

// File is the golden of one case. Its calls stand in the order of the tree of places.
type File struct {
	Suite, Case string
	From        string // FromRequests, or empty: the case is of a fixture, or of the program's own tests
	Calls       []Call
	Pending     *Pending // nil in an accepted golden
}

// FromRequests says that a case is known from a log of requests alone (run --requests).
const FromRequests = "requests"

// Pending says which run has shown the calls of a file that nobody has accepted yet, and what it has shown. It is the
// machine's business: a case is accepted only if it sends now what has this digest.
type Pending struct {
	Run
	Shown   string `json:"shown"`             // digest of all that the case has sent (File.Digest)
	Prompts string `json:"prompts,omitempty"` // folder that the templates came from; empty: the suite's own
	Seal    string `json:"seal,omitempty"`    // digest of the file without this line: what a person edits is no run's

	// Stages are globs over stages and paths: only these calls were compared. None: all.
	Stages []string `json:"stages,omitempty"`
	// Rejected names the edits that the run has made and a person has rejected: their group and the path of their call.
	Rejected []string `json:"rejected,omitempty"`
}

// Run says which run has shown changes.
type Run struct {
	Name  string `json:"run"`   // as the folders of runs are named: it sorts by time
	Build string `json:"build"` // of the program; it is only named

	// Requests and Command are what took the place of the suite's program, without secrets: a log of requests, or what
	// drove the application. They are said, and never opened or run.
	Requests string   `json:"requests,omitempty"`
	Command  []string `json:"command,omitempty"`
}

// Call is one request as it was sent.
type Call struct {
	Path, Stage string
	Messages    []pipeline.Message
	Tools       []pipeline.Tool
	Parameters  json.RawMessage // pipeline.Request.Parameters
	Format      json.RawMessage // "json" or a JSON Schema, in the form of jsonvalue.Canonical; nil: free text
}

// Equal reports whether two calls are the same request. A nil list is an empty one.
func (c Call) Equal(d Call) bool {
	return c.Path == d.Path && c.Stage == d.Stage && bytes.Equal(c.Format, d.Format) &&
		bytes.Equal(c.Parameters, d.Parameters) &&
		slices.EqualFunc(c.Messages, d.Messages, pipeline.Message.Equal) && slices.EqualFunc(c.Tools, d.Tools,
		equalTools)
}

func equalTools(a, b pipeline.Tool) bool {
	return a.Name == b.Name && a.Description == b.Description && bytes.Equal(a.Parameters, b.Parameters)
}
