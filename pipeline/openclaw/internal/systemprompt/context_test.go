package systemprompt

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func limits(file, total int) Limits { return Limits{File: file, Total: total} }

func TestContextFiles_O6(t *testing.T) {
	a := strings.Repeat("a", 100)
	file := func(name, content string) WorkspaceFile {
		return WorkspaceFile{Name: name, Path: text("/ws/" + name), Text: text(content)}
	}
	missing := WorkspaceFile{Name: "B.md", Path: text(" /ws/B.md "), Missing: true, Text: text("ignored")}
	tooLong := func(n, limit string) string {
		return "workspace bootstrap file A.md is " + n + " chars (limit " + limit + "); truncating in injected context"
	}
	marked := func(head, kept, n, tail string) string {
		return head + "\n\n[...truncated, read A.md for full content...]\n…(truncated A.md: kept " + kept +
			" chars of " + n + ")…\n\n" + tail
	}
	for name, c := range map[string]struct {
		files    []WorkspaceFile
		limits   Limits
		want     []string // path, text, path, text, …
		warnings []string
	}{
		"as long as the limit": {[]WorkspaceFile{file("A.md", a+" \n")}, limits(100, 1000),
			[]string{"/ws/A.md", a}, nil},
		"one more": {[]WorkspaceFile{file("A.md", a+"b")}, limits(100, 1000),
			[]string{"/ws/A.md", marked(a[:70], "70+20", "101", a[:19]+"b")}, []string{tooLong("101", "100")}},
		"a blank file leaves nothing": {[]WorkspaceFile{file("A.md", " \n\ufeff")}, limits(100, 1000), nil, nil},
		"white space in front is kept": {[]WorkspaceFile{file("A.md", "\n\na")}, limits(100, 1000),
			[]string{"/ws/A.md", "\n\na"}, nil},
		"characters of two units": {[]WorkspaceFile{file("A.md", strings.Repeat("😀", 6))}, limits(10, 1000),
			[]string{"/ws/A.md", marked("😀😀😀", "6+2", "12", "😀")}, []string{tooLong("12", "10")}},
		"a tail that begins amid a character": {[]WorkspaceFile{file("A.md", a[:9]+"😀b")}, limits(10, 1000),
			[]string{"/ws/A.md", marked("aaaaaaa", "7+1", "12", "b")}, []string{tooLong("12", "10")}},
		"characters of two units, as the program has them": {[]WorkspaceFile{file("A.md", strings.Repeat("😀", 6))},
			Limits{File: 10, Total: 1000, Program: true},
			[]string{"/ws/A.md", marked("😀😀😀\uFFFD", "7+2", "12", "😀")}, []string{tooLong("12", "10")}},
		"a tail amid a character, as the program has it": {[]WorkspaceFile{file("A.md", a[:9]+"😀b")},
			Limits{File: 10, Total: 1000, Program: true},
			[]string{"/ws/A.md", marked("aaaaaaa", "7+2", "12", "\uFFFDb")}, []string{tooLong("12", "10")}},
		"the smallest limit": {[]WorkspaceFile{file("A.md", "ab")}, limits(0, 1000),
			[]string{"/ws/A.md", marked("", "0+0", "2", "")}, []string{tooLong("2", "1")}},
		"what is left of the total": {[]WorkspaceFile{file("A.md", a), file("A.md", a)}, limits(100, 180),
			[]string{"/ws/A.md", a, "/ws/A.md", a[:56] + "\n\n[...truncated, read A…"}, []string{tooLong("100", "80")}},
		"too little is left": {[]WorkspaceFile{file("A.md", a), file("B.md", "b"), file("C.md", "c")}, limits(100, 163),
			[]string{"/ws/A.md", a},
			[]string{"remaining bootstrap budget is 63 chars (<64); skipping additional bootstrap files"}},
		"nothing is left": {[]WorkspaceFile{file("A.md", a), file("B.md", "b"), missing}, limits(100, 100),
			[]string{"/ws/A.md", a}, nil},
		"a missing file": {[]WorkspaceFile{missing}, limits(100, 1000),
			[]string{"/ws/B.md", "[MISSING] Expected at: /ws/B.md"}, nil},
		"a missing file, clamped": {[]WorkspaceFile{file("A.md", a), missing}, limits(100, 110),
			[]string{"/ws/A.md", a, "/ws/B.md", "[MISSING]…"}, nil},
		"a missing file where three are left": {[]WorkspaceFile{file("A.md", a), missing}, limits(100, 103),
			[]string{"/ws/A.md", a, "/ws/B.md", "[MI"}, nil},
		"no path": {[]WorkspaceFile{{Name: "A.md", Path: text(" "), Text: text(a)}, missing}, limits(100, 1000),
			[]string{"/ws/B.md", "[MISSING] Expected at: /ws/B.md"},
			[]string{`context file "A.md" has no path: skipped`}},
	} {
		t.Run(name, func(t *testing.T) {
			kept, warnings := ContextFiles(c.files, c.limits)
			var got []string
			for _, f := range kept {
				got = append(got, f.Path.String(), f.Text.String())
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("files (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.warnings, warnings); d != "" {
				t.Errorf("warnings (-want +got):\n%s", d)
			}
		})
	}
}

// The kept parts of a cut file still have that file as source; the marker is from the program.
func TestContextFiles_O6_CutsKeepTheirSource(t *testing.T) {
	source := pipeline.CaseText("files.AGENTS.md")
	file := WorkspaceFile{Name: "AGENTS.md", Path: text("AGENTS.md"), Text: source.Of("0123456789ab")}
	kept, _ := ContextFiles([]WorkspaceFile{file}, limits(10, 1000))
	var got []string
	for _, piece := range kept[0].Text {
		got = append(got, piece.Source.String())
	}
	if d := cmp.Diff([]string{source.String(), "code", source.String()}, got); d != "" {
		t.Errorf("sources (-want +got):\n%s", d)
	}
}

func TestReadFiles_O6(t *testing.T) {
	names := func(fsys fstest.MapFS, m Mode) string {
		read := func(name string) (pipeline.Pieces, error) {
			raw, err := fs.ReadFile(fsys, name)
			return pipeline.CaseText("files." + name).Of(string(raw)), err
		}
		var list []string
		for _, f := range ReadFiles(read, text("/ws"), m) {
			if f.Path.String() != "/ws/"+f.Name {
				t.Errorf("%s is at %s", f.Name, f.Path)
			}
			name := f.Name
			if f.Missing {
				name = "-" + name
			} else if f.Text.Source() != pipeline.CaseText("files."+f.Name) {
				t.Errorf("%s is from %s", f.Name, f.Text.Source())
			}
			list = append(list, name)
		}
		return strings.Join(list, " ")
	}
	a := &fstest.MapFile{Data: []byte("a")}
	for want, got := range map[string]string{
		"-AGENTS.md SOUL.md -TOOLS.md -IDENTITY.md -USER.md": names(fstest.MapFS{"SOUL.md": a, "MEMORY.md": a,
			"AGENTS.md/x": a}, Minimal),
		"-AGENTS.md -SOUL.md -TOOLS.md -IDENTITY.md -USER.md HEARTBEAT.md -BOOTSTRAP.md -MEMORY.md": names(
			fstest.MapFS{"HEARTBEAT.md": a}, Full),
		"AGENTS.md -SOUL.md -TOOLS.md -IDENTITY.md -USER.md -HEARTBEAT.md -BOOTSTRAP.md memory.md": names(
			fstest.MapFS{"AGENTS.md": a, "memory.md": a}, Full),
		"-AGENTS.md -SOUL.md -TOOLS.md -IDENTITY.md -USER.md -HEARTBEAT.md -BOOTSTRAP.md MEMORY.md memory.md": names(
			fstest.MapFS{"MEMORY.md": a, "memory.md": a}, Full),
		"": names(fstest.MapFS{"AGENTS.md": a}, None),
	} {
		if got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	if got := ReadFiles(nil, text("/ws"), Full); got != nil {
		t.Errorf("files of a case that has none: %v", got)
	}
}
