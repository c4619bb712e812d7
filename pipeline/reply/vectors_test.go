package reply_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// vector is a text that a model gave, with what another library's own test expects of it.
type vector struct {
	ID       string          `json:"id"`
	Raw      string          `json:"raw"`
	Expected json.RawMessage `json:"expected"`
	Contract string          `json:"contract"`
	Disagree json.RawMessage `json:"libraries_disagree"`
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
		if v.Disagree == nil {
			all = append(all, v)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// The policies do what is promised of them on what others have collected. A contract says which policy a vector is for;
// an expectation of null says that a text must be refused.
func TestVectorTargets(t *testing.T) {
	var extract, refused, mended, wrong, repairs int
	for _, v := range vectors(t) {
		strict, extracted, mend := outcome(t, pipeline.Strict, v.Raw), outcome(t, pipeline.Extract, v.Raw), ""
		mustFail := string(v.Expected) == "null"
		switch {
		case v.Contract == "must-fail":
			refused += count(!accepted(strict))
		case v.Contract == "extract" && mustFail:
			extract += count(!accepted(extracted))
		case v.Contract == "extract":
			extract += count(accepted(extracted) && equal([]byte(extracted), v.Expected))
		case v.Contract == "repair" && strings.ContainsAny(string(v.Expected[:1]), "{["):
			mend = outcome(t, pipeline.Mend, v.Raw)
			right := accepted(mend) && equal([]byte(mend), v.Expected)
			repairs++
			mended += count(right)
			wrong += count(accepted(mend) && !right)
		}
	}
	t.Logf("strict refuses %d; extract is right about %d; repair is right about %d of %d, and wrong about %d", refused,
		extract, mended, repairs, wrong)
	if refused != 12 || extract < 26 || 100*mended < 73*repairs || wrong > 51 {
		t.Error("want 12 refused by strict, 26 right in extract, 73 in 100 right and at most 51 wrong in repair")
	}
}

// tally counts the vectors of one contract.
type tally struct{ rows, strict, extract, mend, asExpected int }

func TestVectors(t *testing.T) {
	counts := map[string]*tally{}
	for _, v := range vectors(t) {
		n := counts[v.Contract]
		if n == nil {
			n = &tally{}
			counts[v.Contract] = n
		}
		n.rows++
		strict := outcome(t, pipeline.Strict, v.Raw)
		if got, want := accepted(strict), isOneValue(v.Raw); got != want {
			t.Errorf("%s: strict accepts: %t, want %t", v.ID, got, want)
		}
		extract, mended := outcome(t, pipeline.Extract, v.Raw), outcome(t, pipeline.Mend, v.Raw)
		for _, got := range []string{extract, mended} {
			if accepted(strict) && got != strict {
				t.Errorf("%s: %q, strictly %q", v.ID, got, strict)
			}
			if accepted(got) && !json.Valid([]byte(got)) {
				t.Errorf("%s: not JSON: %q", v.ID, got)
			}
		}
		n.strict += count(accepted(strict))
		n.extract += count(accepted(extract))
		n.mend += count(accepted(mended))
		n.asExpected += count(accepted(mended) && equal([]byte(mended), v.Expected))
	}
	for _, c := range slices.Sorted(maps.Keys(counts)) {
		n := counts[c]
		t.Logf("%-18s %3d rows: strict accepts %3d, extract %3d, repair %3d, %3d of them as expected", c, n.rows,
			n.strict, n.extract, n.mend, n.asExpected)
	}
}

func accepted(outcome string) bool { return !strings.HasPrefix(outcome, "(") }

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

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

// topMembers counts the colons of an object that stand in no string and in nothing nested.
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

func equal(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
