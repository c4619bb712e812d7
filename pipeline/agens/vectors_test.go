package agens

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// vector is one case of a file of vectors: the original program's input, and its output.
type vector struct {
	ID     string          `json:"id"`
	Kind   string          `json:"kind"`
	Input  json.RawMessage `json:"input"`
	Output json.RawMessage `json:"output"`

	rule *string // see by
}

// What a vector agrees by, if it is not the default in all.
const (
	byProgram = "compat: program"
	byNoInput = "no input" // nothing to compare: here an input is always a text
)

// by notes that a vector agrees by compat: program, or but for what a rule names.
func (v vector) by(rule string) { *v.rule = rule }

// vectorFile is a file of the shared data.
func vectorFile(t *testing.T, file string) []byte {
	t.Helper()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	name := filepath.Join(shared, "vectors", "agens", file)
	raw, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		t.Skip("no vectors: " + name + " ($BEAVER_EVAL_SHARED names the folder above them)")
	}
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// eachVector runs f on every case of a file, and logs how many agree by what.
func eachVector(t *testing.T, file string, f func(t *testing.T, v vector)) {
	t.Helper()
	var all []vector
	if err := json.Unmarshal(vectorFile(t, file), &all); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(all) == 0 {
		t.Fatalf("%s has no cases", file)
	}
	counts := map[string]int{}
	for _, v := range all {
		rule := "by default"
		v.rule = &rule
		if !t.Run(v.ID, func(t *testing.T) { f(t, v) }) {
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

// read decodes a part of a vector, keeping the spelling of numbers.
func read[T any](t *testing.T, raw []byte) T {
	t.Helper()
	var v T
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// plain returns a value in the types of jsonvalue.Parse.
func plain(t *testing.T, v any) any {
	t.Helper()
	raw, err := jsonvalue.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return read[any](t, raw)
}

// raises reports whether the program raised an error for a vector.
func raises(t *testing.T, output json.RawMessage) bool {
	t.Helper()
	fields, _ := read[any](t, output).(map[string]any)
	_, raised := fields["raises"]
	return raised
}
