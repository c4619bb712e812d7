package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// What a stage reads is asked for: each key of its schema, required or not, stands in every accepted prompt of the
// stage, in a message or in the format that goes with it.
func TestWhatIsReadIsAskedFor(t *testing.T) {
	reads := keysRead(t)
	calls, missing := map[string]int{}, map[string]string{}
	for suite, system := range systemsOfSuites(t) {
		eachAccepted(t, suite, func(where string, c goldens.Call) {
			stage := system + "/" + c.Stage
			if len(reads[stage]) == 0 {
				return
			}
			calls[stage]++
			words := wordsOf(c)
			for _, key := range reads[stage] {
				if !words[key] {
					missing[stage+"."+key] = where
				}
			}
		})
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%s is read, and %s does not ask for it", name, missing[name])
	}
	for _, stage := range slices.Sorted(maps.Keys(reads)) {
		t.Logf("%s: %d prompts, keys %s", stage, calls[stage], strings.Join(reads[stage], ", "))
		if calls[stage] == 0 {
			t.Errorf("%s: no accepted prompt", stage)
		}
	}
}

// No stage escapes TestWhatIsReadIsAskedFor in silence: one whose answers have no keys is one of these, declared to
// read free text, whose prompts go out without a format, or a list of names. Answers in tags have tests of their own.
func TestStagesWithoutKeys(t *testing.T) {
	want := map[pipeline.Reads][]string{
		pipeline.ReadsText: {
			"alfred/reply", "alfred/summarize", "beaver/finalizer", "beaver/main", "beaver/node",
			"openclaw/compaction", "openclaw/main",
		},
		pipeline.ReadsJSON: {"beaver/resolver", "beaver/skills-final", "beaver/skills-shortlist"},
	}
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	reads, got := keysRead(t), map[pipeline.Reads][]string{}
	for name, s := range known {
		for _, stage := range s.Stages() {
			at := name + "/" + stage.Name
			if stage.Calls && len(reads[at]) == 0 && stage.Reads != pipeline.ReadsTagged {
				got[stage.Reads] = append(got[stage.Reads], at)
			}
			if stage.Reads == pipeline.ReadsText && stage.Schema != "" {
				t.Errorf("%s reads free text, and has a schema", at)
			}
		}
	}
	for _, stages := range got {
		slices.Sort(stages)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("stages without keys, by what they read (-want +got):\n%s", d)
	}
	calls := map[string]int{}
	for suite, system := range systemsOfSuites(t) {
		eachAccepted(t, suite, func(where string, c goldens.Call) {
			at := system + "/" + c.Stage
			calls[at]++
			if slices.Contains(want[pipeline.ReadsText], at) && len(c.Format) > 0 {
				t.Errorf("%s: %s reads free text, and asks for %s", where, at, c.Format)
			}
		})
	}
	for _, at := range want[pipeline.ReadsText] {
		if calls[at] == 0 {
			t.Errorf("%s: no accepted prompt", at)
		}
	}
}

// keysRead returns the keys that each stage reads in an answer, by system/stage.
func keysRead(t *testing.T) map[string][]string {
	t.Helper()
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	reads := map[string][]string{}
	for name, s := range known {
		for _, stage := range s.Stages() {
			var schema any
			if stage.Schema == "" {
				continue
			}
			if err := json.Unmarshal([]byte(stage.Schema), &schema); err != nil {
				t.Fatalf("%s/%s: %v", name, stage.Name, err)
			}
			if keys := keysOf(schema); len(keys) > 0 {
				reads[name+"/"+stage.Name] = keys
			}
		}
	}
	if len(reads) < 5 {
		t.Fatalf("only %d stages read keys", len(reads))
	}
	return reads
}

// keysOf returns the keys of objects that a schema names, at any depth.
func keysOf(schema any) []string {
	var keys []string
	switch v := schema.(type) {
	case []any:
		for _, part := range v {
			keys = append(keys, keysOf(part)...)
		}
	case map[string]any:
		for name, part := range v {
			if members, ok := part.(map[string]any); ok && name == "properties" {
				keys = slices.AppendSeq(keys, maps.Keys(members))
			}
			if list, ok := part.([]any); ok && name == "required" {
				for _, key := range list {
					keys = append(keys, fmt.Sprint(key))
				}
			} else {
				keys = append(keys, keysOf(part)...)
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// systemsOfSuites returns the name of the system of each suite of the repository.
func systemsOfSuites(t *testing.T) map[string]string {
	t.Helper()
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(disk.DirFS("../.."), "../..")
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), p, known, nil)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	for _, s := range suites {
		of[s.Name] = s.System
	}
	return of
}

// eachAccepted calls visit with every call in the goldens of a suite.
func eachAccepted(t *testing.T, suite string, visit func(where string, c goldens.Call)) {
	t.Helper()
	root := filepath.Join("..", "..", "goldens", suite)
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".yaml" {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		golden, err := goldens.Read(file, data)
		if err != nil {
			return err
		}
		for _, c := range golden.Calls {
			visit(golden.Suite+"/"+golden.Case+"/"+c.Path, c)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// wordsOf returns the words of a request's own text: its messages except what the model has said, and its format.
func wordsOf(c goldens.Call) map[string]bool {
	words := map[string]bool{}
	add := func(text string) {
		for _, w := range strings.FieldsFunc(text, func(r rune) bool {
			return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}) {
			words[w] = true
		}
	}
	for _, m := range c.Messages {
		if m.Role != pipeline.RoleAssistant {
			add(m.Content())
		}
	}
	add(string(c.Format))
	return words
}
