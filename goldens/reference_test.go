package goldens

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// rule is half as long as a text that is referred to.
var rule = strings.Repeat("Ask first.", minReferred/20)

const referringText = `golden: 2
case: c
suite: s
calls:
  - path: turn-1/main-1
    stage: main
    messages:
      - role: system
        sections:
          - name: Rules
            text: |-
              LINE
              LINE
          - name: Skill
            text: |-
              LINE
  - path: turn-1/main-2
    stage: main
    messages:
      - role: user
        sections: [{name: Message, text: "Hello"}]
      - role: system
        sections:
          - {name: Rules, as: turn-1/main-1/1/Rules}
          - name: Skill
            text: |-
              LINE
  - path: turn-1/main-3
    stage: main
    messages:
      - role: assistant
        sections: [{name: Rules, as: turn-1/main-1/1/Rules}]
`

// referring returns the file of referringText.
func referring() *File {
	section := func(name, text string) pipeline.Section { return pipeline.Section{Name: name, Text: text} }
	system := pipeline.Message{Role: pipeline.RoleSystem,
		Sections: []pipeline.Section{section("Rules", rule+"\n"+rule), section("Skill", rule)}}
	return &File{Version: 2, Suite: "s", Case: "c", Calls: []Call{
		{Path: "turn-1/main-1", Stage: "main", Messages: []pipeline.Message{system}},
		{Path: "turn-1/main-2", Stage: "main",
			Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", "Hello"), system}},
		{Path: "turn-1/main-3", Stage: "main",
			Messages: []pipeline.Message{pipeline.Text(pipeline.RoleAssistant, "Rules", rule+"\n"+rule)}},
	}}
}

func TestReferences(t *testing.T) {
	text := strings.ReplaceAll(referringText, "LINE", rule)
	if d := cmp.Diff(text, string(mustAppend(t, referring()))); d != "" {
		t.Errorf("written (-want +got):\n%s", d)
	}
	f, err := Read("x.yaml", []byte(text))
	if d := cmp.Diff(referring(), f, cmpopts.EquateEmpty()); d != "" || err != nil {
		t.Errorf("%v, read (-want +got):\n%s", err, d)
	}
}

// What is referred to is the first section with the text in an earlier call whose name alone finds it in its message.
func TestReferredTo(t *testing.T) {
	const user, system = pipeline.RoleUser, pipeline.RoleSystem
	long := rule + rule
	of := func(role string, namesAndTexts ...string) pipeline.Message {
		m := pipeline.Message{Role: role}
		for i := 0; i < len(namesAndTexts); i += 2 {
			m.Sections = append(m.Sections, pipeline.Section{Name: namesAndTexts[i], Text: namesAndTexts[i+1]})
		}
		return m
	}
	type calls [][]pipeline.Message
	for name, tt := range map[string]struct {
		calls calls
		want  []string
	}{
		"short":       {calls{{of(user, "A", long[1:])}, {of(system, "A", long[1:])}}, nil},
		"in one call": {calls{{of(user, "A", long, "B", long), of(system, "C", long)}}, nil},
		"in a message of two": {calls{{of(user, "A", long)}, {of(system, "A", long, "B", "b")}},
			[]string{"A, as: c0/1/A"}},
		"under another name": {calls{{of(user, "A", long)}, {of(system, "B", long)}}, []string{"B, as: c0/1/A"}},
		"a name in quotes": {calls{{of(user, "A: 1", long)}, {of(system, "B", long)}},
			[]string{`B, as: "c0/1/A: 1"`}},
		"the first of two": {calls{{of(user, "A", long, "B", long)}, {of(system, "B", long)}},
			[]string{"B, as: c0/1/A"}},
		"not a reference": {calls{{of(user, "A", long)}, {of(system, "B", long)}, {of(system, "C", long)}},
			[]string{"B, as: c0/1/A", "C, as: c0/1/A"}},
		"not a name with a slash": {calls{{of(user, "a/1/A", long)}, {of(system, "B", long)}, {of(user, "A", long)}},
			[]string{"A, as: c1/1/B"}},
		"not one of two of a name": {calls{{of(user, "A", long, "A", "a")}, {of(system, "A", "a", "A", long)},
			{of(user, "B", long)}, {of(user, "C", long)}}, []string{"C, as: c2/1/B"}},
		"behind messages of the call that it extends": {calls{{of(user, "A", "a")},
			{of(user, "A", "a"), of(user, "B", long)}, {of(user, "A", "a"), of(system, "C", long)}},
			[]string{"C, as: c1/2/B"}},
	} {
		f := &File{}
		for i, messages := range tt.calls {
			f.Calls = append(f.Calls, Call{Path: fmt.Sprint("c", i), Stage: "s", Messages: messages})
		}
		var got []string
		for line := range strings.Lines(string(mustAppend(t, f))) {
			if _, line, ok := strings.Cut(line, "{name: "); ok && strings.Contains(line, ", as: ") {
				got = append(got, strings.TrimRight(line, "}]\n"))
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if f.Version = 1; bytes.Contains(mustAppend(t, f), []byte(", as: ")) {
			t.Errorf("%s: a reference in version 1", name)
		}
	}
}

func TestReadRefusesReferences(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"in version 1", "golden: 2", "golden: 1", `x.yaml:24: "as" in a golden of version 1: references begin with`},
		{"unknown call", "as: turn-1/main-1/1", "as: turn-1/main-9/1",
			`x.yaml:24: as: refers to "turn-1/main-9", which is not an earlier call`},
		{"later call", "as: turn-1/main-1/1", "as: turn-1/main-3/1", `"turn-1/main-3", which is not an earlier call`},
		{"itself", "as: turn-1/main-1/1", "as: turn-1/main-2/2", `"turn-1/main-2", which is not an earlier call`},
		{"message 0", "as: turn-1/main-1/1", "as: turn-1/main-1/0", "to message 0 of turn-1/main-1, which has 1"},
		{"message 2", "as: turn-1/main-1/1", "as: turn-1/main-1/2", "to message 2 of turn-1/main-1, which has 1"},
		{"no number", "as: turn-1/main-1/1", "as: turn-1/main-1/x", "as: want CALL/MESSAGE/SECTION, with messages"},
		{"no call", "as: turn-1/main-1/1/Rules", "as: 1/Rules", "as: want CALL/MESSAGE/SECTION"},
		{"no slash", "as: turn-1/main-1/1/Rules", "as: Rules", "as: want CALL/MESSAGE/SECTION"},
		{"no such section", "1/Rules", "1/Rule", `x.yaml:24: as: message 1 of turn-1/main-1 has no section "Rule"`},
		{"two sections", "          - name: Skill", "          - name: Rules",
			`x.yaml:24: as: message 1 of turn-1/main-1 has 2 sections "Rules"`},
		{"text too", "as: turn-1/main-1/1/Rules}", `as: turn-1/main-1/1/Rules, text: "a"}`,
			`x.yaml:24: "text" and "as" in one section: want one of them`},
		{"neither", ", as: turn-1/main-1/1/Rules", "", `x.yaml:24: no key "text"`},
		{"no text", "as: turn-1/main-1/1/Rules", "as: 1", `x.yaml:24: want text in quotes, not "1"`},
		{"repeated by the call", "path: turn-1/main-2\n    stage: main\n    messages:\n", "path: turn-1/main-0\n" +
			"    stage: main\n    extends: {call: turn-1/main-1, keep: 1}\n    messages: []\n" +
			"  - path: turn-1/main-2\n    stage: main\n    messages:\n      - role: user\n" +
			"        sections: [{name: A, as: turn-1/main-0/1/Skill}]\n",
			"x.yaml:25: as: message 1 of turn-1/main-0 is one that it extends: refer to the call that holds it"},
	}
	for _, tt := range tests {
		if !strings.Contains(referringText, tt.old) {
			t.Fatalf("%s: the example has no %q", tt.name, tt.old)
		}
		_, err := Read("x.yaml", []byte(strings.Replace(referringText, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got  %v\nwant %s", tt.name, err, tt.want)
		}
	}
}

// A small file whose references stand for very much text is refused, and is not written.
func TestReferencesAreLimited(t *testing.T) {
	text, f := strings.Repeat("a", 4<<20), &File{}
	var b bytes.Buffer
	fmt.Fprintf(&b, "golden: 2\ncase: a\nsuite: b\ncalls:\n- {path: c0, stage: s, messages: [{role: a, sections: "+
		"[{name: A, text: %s}]}]}\n", text)
	for i := range maxReferred/len(text) + 2 {
		f.Calls = append(f.Calls, Call{Path: fmt.Sprint("c", i), Stage: fmt.Sprint("s", i),
			Messages: []pipeline.Message{pipeline.Text("a", "A", text)}})
		fmt.Fprintf(&b, "- {path: d%d, stage: s, messages: [{role: a, sections: [{name: A, as: c0/1/A}]}]}\n", i)
	}
	const want = "references to more than 268435456 bytes of text"
	if _, err := Read("x", b.Bytes()); err == nil || !strings.Contains(err.Error(), "x:70: "+want) {
		t.Errorf("read: %v", err)
	}
	if _, err := f.Append(nil); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), want) {
		t.Errorf("written: %v", err)
	}
	f.Calls = f.Calls[:len(f.Calls)-1]
	if _, err := Read("x", mustAppend(t, f)); err != nil {
		t.Errorf("as much as allowed: %v", err)
	}
}

// A golden keeps its version when it is accepted anew; a new one, and one that cannot be read, has the newest.
func TestWriteKeepsTheVersion(t *testing.T) {
	for _, tt := range []struct{ before, want string }{
		{"golden: 1\n", "golden: 1\n"}, {"golden: 1 # mine\r\n", "golden: 1\n"}, {"golden: 2\n", "golden: 2\n"},
		{"golden: 12\n", "golden: 2\n"}, {"<<<<<<< HEAD\ngolden: 1\n", "golden: 2\n"}, {"golden:", "golden: 2\n"},
		{"", "golden: 2\n"}, {"none", "golden: 2\n"},
	} {
		dir := t.TempDir()
		s := Store{FS: os.DirFS(dir), Dir: "goldens", Disk: dir}
		file := s.Path("s", "c")
		name := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if tt.before != "none" {
			if err := os.WriteFile(name, []byte(tt.before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Write(file, example()); err != nil {
			t.Fatal(err)
		}
		data, err := s.Read(file)
		if err != nil || !bytes.HasPrefix(data, []byte(tt.want)) {
			t.Errorf("%q is replaced by %.20q (%v), want %q", tt.before, data, err, tt.want)
		}
	}
}

// Both versions of a golden of this repository hold the same; how long they are is logged by system.
func TestRepositoryInBothVersions(t *testing.T) {
	if testing.Short() {
		t.Skip("reads and writes every golden twice")
	}
	files, err := filepath.Glob("*/*.yaml")
	if err != nil || len(files) < 300 {
		t.Fatalf("%d goldens: %v", len(files), err)
	}
	type size struct{ lines, bytes [newest]int }
	sizes := map[string]*size{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Read(file, data)
		if err != nil {
			t.Fatal(err)
		}
		var all [newest]*File
		for i := range all {
			f.Version = i + 1
			text := mustAppend(t, f)
			if all[i], err = Read(file, text); err != nil {
				t.Fatal(err)
			}
			all[i].Version = 0
			for _, system := range []string{systemOf(file), "all"} {
				if sizes[system] == nil {
					sizes[system] = &size{}
				}
				sizes[system].lines[i] += bytes.Count(text, []byte("\n"))
				sizes[system].bytes[i] += len(text)
			}
		}
		if d := cmp.Diff(all[0], all[1], cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-1 +2):\n%s", file, d)
		}
	}
	for _, system := range slices.Sorted(maps.Keys(sizes)) {
		s := sizes[system]
		t.Logf("%s: %d → %d lines, %d → %d bytes", system, s.lines[0], s.lines[1], s.bytes[0], s.bytes[1])
	}
}

// systemOf returns the system of the suite of a golden, by the suite's name.
func systemOf(file string) string {
	for _, system := range []string{"agens", "alfred", "mas", "openclaw"} {
		if strings.Contains(filepath.Dir(file), system) {
			return system
		}
	}
	return "beaver"
}
