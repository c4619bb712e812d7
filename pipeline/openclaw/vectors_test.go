package openclaw

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// vector is one case of a file of vectors: the original program's input, and its output.
type vector[In, Out any] struct {
	ID       string `json:"id"`
	Input    In     `json:"input"`
	Expected Out    `json:"expected"`
}

// What a vector agrees by, if it is not the default.
const (
	byDefault = "by default"
	byProgram = "compat: program"
)

// eachCase runs f on every case of a file of the shared data, of any case type, and logs how many agree by what: by
// notes another rule than the default. A case that cannot be decoded fails alone.
func eachCase[V any](t *testing.T, file string, f func(t *testing.T, v V, by func(rule string))) {
	t.Helper()
	all := rawCases(t, file)
	counts := map[string]int{}
	for i, raw := range all {
		var named struct{ ID string }
		if json.Unmarshal(raw, &named) != nil || named.ID == "" {
			named.ID = fmt.Sprint("case-", i+1)
		}
		rule := byDefault
		if !t.Run(named.ID, func(t *testing.T) { f(t, decoded[V](t, raw), func(other string) { rule = other }) }) {
			rule = "differ"
		}
		counts[rule]++
	}
	said := []string{fmt.Sprintf("%d differ", counts["differ"])}
	delete(counts, "differ")
	for _, rule := range slices.Sorted(maps.Keys(counts)) {
		said = append(said, fmt.Sprintf("%d %s", counts[rule], rule))
	}
	t.Logf("%s: %d cases: %s", file, len(all), strings.Join(said, ", "))
}

// rawCases returns the cases of a file, each still to be decoded.
func rawCases(t *testing.T, file string) []json.RawMessage {
	t.Helper()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	name := filepath.Join(shared, "vectors", "openclaw", file)
	raw, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		t.Skip("no vectors: " + name + " ($BEAVER_EVAL_SHARED names the folder above them)")
	}
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(raw) { // a generator may write numbers that JSON does not have
		raw = regexp.MustCompile(`([:\[,]\s*)(NaN|-?Infinity)\b`).ReplaceAll(raw, []byte(`$1"$2"`))
	}
	var all struct {
		Cases []json.RawMessage `json:"cases"`
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(all.Cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return all.Cases
}

// number is a number of the program's, also one that JSON can only spell as a text: NaN, Infinity.
type number float64

// UnmarshalJSON accepts both spellings.
func (n *number) UnmarshalJSON(raw []byte) error {
	f, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
	*n = number(f)
	return err
}

// O-34: a number that JSON can only spell as a text is decoded.
func TestVectorNumbers_O34(t *testing.T) {
	for raw, want := range map[string]bool{`"NaN"`: true, `"Infinity"`: false, `2.5`: false} {
		if got := math.IsNaN(float64(decoded[number](t, json.RawMessage(raw)))); got != want {
			t.Errorf("%s is NaN: %t", raw, got)
		}
	}
}
