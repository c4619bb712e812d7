package reply_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// vector is a text of a model.
type vector struct {
	ID  string `json:"id"`
	Raw string `json:"raw"`
}

func vectors(t *testing.T) []vector {
	t.Helper()
	root := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	f, err := os.Open(filepath.Join(root, "data", "malformed", "vectors.jsonl"))
	if err != nil {
		t.Skipf("no vectors: %v", err)
	}
	defer f.Close()
	var all []vector
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// On others' collections too, a laxer policy never reads a value differently from strict, and all that is accepted is
// JSON. suites/faults measures the effect of the policies.
func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		strict := outcome(t, pipeline.Strict, v.Raw)
		if got, want := accepted(strict), isOneValue(v.Raw); got != want {
			t.Errorf("%s: strict accepts: %t, want %t", v.ID, got, want)
		}
		for _, p := range []pipeline.Policy{pipeline.Extract, pipeline.Mend} {
			got := outcome(t, p, v.Raw)
			if accepted(strict) && got != strict {
				t.Errorf("%s: %q, strictly %q", v.ID, got, strict)
			}
			if accepted(got) && !json.Valid([]byte(got)) {
				t.Errorf("%s: not JSON: %q", v.ID, got)
			}
		}
	}
}

func accepted(outcome string) bool { return !strings.HasPrefix(outcome, "(") }

// isOneValue is the strict rule by other means: a decoder that reads one value to the end of the text, in which each
// object has as many keys as members.
func isOneValue(text string) bool {
	dec := json.NewDecoder(strings.NewReader(text))
	var raw json.RawMessage
	if dec.Decode(&raw) != nil {
		return false
	}
	if _, err := dec.Token(); err != io.EOF {
		return false
	}
	return keysDiffer(raw)
}

func keysDiffer(raw json.RawMessage) bool {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return !slices.ContainsFunc(list, func(e json.RawMessage) bool { return !keysDiffer(e) })
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return true
	}
	members := 0
	for _, e := range object {
		if !keysDiffer(e) {
			return false
		}
		members++
	}
	return members == topMembers(raw)
}

// topMembers counts the colons of an object outside strings and nested values.
func topMembers(raw []byte) int {
	n, depth, quoted := 0, 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ':' && depth == 1:
			n++
		}
	}
	return n
}
