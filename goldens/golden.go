// Package goldens stores the messages arrays that a person has accepted for a case, and shows changes against them.
//
// A golden is a YAML file that is read in reviews: prompts are literal blocks, so that a diff by line is a diff of the
// prompt. The same content always gives the same bytes ([File.Append]); a check compares bytes, and only a file that
// differs is parsed ([Read]) and compared call by call ([Compare]).
package goldens

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// newest is the newest version of the file format, in the first line of a file. Version 1 holds every text in full; in
// version 2 a section may refer to one with the same text in an earlier call.
const newest = 2

// The limits of a file, so that reading one takes bounded memory. Append rejects what Read would reject.
const (
	maxBytes    = 64 << 20             // of a file
	maxMessages = pipeline.MaxMessages // of all calls together, counting those repeated from an earlier call again
	maxReferred = 4 * maxBytes         // of the texts that references stand for, each as often as it is referred to
	maxDepth    = 1000                 // of nested lists and objects in a JSON value, as in jsonvalue.Canonical
)

// ErrTooLarge is the error of writing a golden over the limits.
var ErrTooLarge = errors.New("the golden is too large to be kept")

// CheckSize returns an ErrTooLarge for a golden, in any form, of too many bytes.
func CheckSize(bytes int) error {
	if bytes > maxBytes {
		return fmt.Errorf("%w: %.1f MB, at most %d MB can be read back", ErrTooLarge, float64(bytes)/(1<<20),
			maxBytes>>20)
	}
	return nil
}

// File is the golden of one case. Its calls are in the order of the tree of places.
type File struct {
	Version     int // of the file format, which makes no difference to the content; 0: the newest
	Suite, Case string
	From        string // FromRequests, or empty: the case is of a fixture, or of the program's own tests
	Calls       []Call
	Pending     *Pending // nil in an accepted golden
}

// FromRequests marks a case known only from a log of requests (run --requests).
const FromRequests = "requests"

// Pending describes the run that has shown a file's unaccepted calls, and what it has shown. It is for the program: a
// case is accepted only if its current requests have this digest.
type Pending struct {
	Run
	Shown   string `json:"shown"`             // digest of all that the case has sent (File.Digest)
	Prompts string `json:"prompts,omitempty"` // folder of the templates; empty: the suite's own
	Seal    string `json:"seal,omitempty"`    // digest of the file without this line: what a person edits is no run's

	// Stages are globs over stages and paths: only these calls were compared. None: all.
	Stages []string `json:"stages,omitempty"`
	// Rejected names the edits that a person has rejected: their group and the path of their call.
	Rejected []string `json:"rejected,omitempty"`
}

// Run is a run that has shown changes.
type Run struct {
	Name  string `json:"run"`   // as the folders of runs are named: it sorts by time
	Build string `json:"build"` // of the program; for information

	// Requests and Command replaced the suite's program, without secrets: a log of requests, or the command that drove
	// the application. They are only printed, never opened or run.
	Requests string   `json:"requests,omitempty"`
	Command  []string `json:"command,omitempty"`
}

// Call is one request as sent.
type Call struct {
	Path, Stage string
	Messages    []pipeline.Message
	Tools       []pipeline.Tool
	Parameters  json.RawMessage // pipeline.Request.Parameters
	Format      json.RawMessage // "json" or a JSON Schema, in the form of jsonvalue.Canonical; nil: free text

	// Digest stands for the request of a packed golden, of which only that is kept (CallDigest); empty: it is here.
	Digest string
}
