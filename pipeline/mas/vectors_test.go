package mas

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// comparison is how the cases of one file of vectors are compared: what the original program was given, and what came.
type comparison struct {
	file string
	// check compares a case on one side.
	check func(p *probe, raw json.RawMessage, compat state.Compat)
	// rule names the rule by which neither side gives what the vector has; empty: one of them has to.
	rule func(p *probe, raw json.RawMessage) string
}

// run compares each case by default and with compat: program, and logs a line for the file. A case that cannot be read
// fails alone.
func (c comparison) run(t *testing.T) {
	t.Helper()
	all, byDefault, byProgram, differ := vectors(t, c.file), 0, 0, 0
	skipped := map[string]int{}
	for _, raw := range all {
		var head struct{ ID string }
		if err := json.Unmarshal(raw, &head); err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		document := probing(func(p *probe) { c.check(p, raw, state.Document) })
		program := probing(func(p *probe) { c.check(p, raw, state.Program) })
		byDefault, byProgram = byDefault+one(document.agrees()), byProgram+one(program.agrees())
		t.Run(path.Base(head.ID), func(t *testing.T) {
			if document.agrees() && c.ofSeed() || program.agrees() {
				return
			}
			rule := ""
			excused := probing(func(p *probe) {
				if c.rule != nil {
					rule = c.rule(p, raw)
				}
			})
			if rule != "" && excused.agrees() {
				skipped[rule]++
				return
			}
			differ++
			t.Errorf("by default: %s\nwith compat: program: %s\nby the rule %q: %s", document, program, rule, excused)
		})
	}
	t.Logf("%s: %d cases, %d agree by default, %d with compat: program, skipped: %s, differ: %d", c.file, len(all),
		byDefault, byProgram, counts(skipped), differ)
}

// ofSeed reports whether the file is from the program of the document's time, which is no side of the system: its cases
// agree with either.
func (c comparison) ofSeed() bool { return strings.HasPrefix(c.file, "seed_") }

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func counts(by map[string]int) string {
	if len(by) == 0 {
		return "0"
	}
	var all []string
	for _, rule := range slices.Sorted(maps.Keys(by)) {
		all = append(all, fmt.Sprintf("%d (%s)", by[rule], rule))
	}
	return strings.Join(all, ", ")
}

// probe is a test of one case that only notes what differs.
type probe struct{ said []string }

// stopped is what a probe panics with when it cannot go on.
type stopped struct{}

// probing runs a check to its end, or to where it stops.
func probing(check func(*probe)) (p *probe) {
	p = &probe{}
	defer func() {
		if why := recover(); why != nil && why != (stopped{}) {
			panic(why)
		}
	}()
	check(p)
	return p
}

func (p *probe) agrees() bool { return len(p.said) == 0 }

func (p *probe) String() string { return strings.Join(append([]string{}, p.said...), "\n") }

func (p *probe) Errorf(format string, args ...any) {
	p.said = append(p.said, fmt.Sprintf(format, args...))
}

func (p *probe) Fatalf(format string, args ...any) {
	p.Errorf(format, args...)
	panic(stopped{})
}

// vectors returns the cases of a file of the shared data, undecoded.
func vectors(t *testing.T, file string) []json.RawMessage {
	t.Helper()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	name := filepath.Join(shared, "vectors", "mas", file)
	raw, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		t.Skip("no vectors: " + name + " ($BEAVER_EVAL_SHARED names the folder above them)")
	}
	if err != nil {
		t.Fatal(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(asJSON(raw), &all); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(all) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return all
}

// numbers are the strings of JSON, and the numbers that the generators write though JSON does not have them.
var numbers = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?Infinity|NaN`)

// asJSON makes strings of such numbers.
func asJSON(raw []byte) []byte {
	return numbers.ReplaceAllFunc(raw, func(token []byte) []byte {
		if token[0] == '"' {
			return token
		}
		return []byte(`"` + string(token) + `"`)
	})
}

// A file with one case that cannot be decoded loses that case alone; what generators write is read.
func TestVectorsAreReadOneByOne(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("BEAVER_EVAL_SHARED", dir)
	if err := os.MkdirAll(filepath.Join(dir, "vectors", "mas"), 0o700); err != nil {
		t.Fatal(err)
	}
	const text = `[{"id": "a", "input": [["add", "x"]], "output": {"popped": [null, [null]], "ids": {}}},
		{"id": "b", "input": "NaN \" NaN", "output": NaN}, {"id": "c", "input": [], "output": -Infinity}]`
	if err := os.WriteFile(filepath.Join(dir, "vectors", "mas", "x.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	all := vectors(t, "x.json")
	if len(all) != 3 {
		t.Fatalf("%d cases", len(all))
	}
	if p := probing(func(p *probe) { into[stepOps](p, all[0]) }); !p.agrees() {
		t.Errorf("%s", p)
	}
	if p := probing(func(p *probe) { into[stepOps](p, all[1]) }); p.agrees() {
		t.Error("a text was read as a list of operations")
	}
}
