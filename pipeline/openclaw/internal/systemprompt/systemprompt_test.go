package systemprompt

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// template is the system's own.
func template(t testing.TB) *prompt.Template {
	t.Helper()
	text, err := os.ReadFile("../../prompts/" + File)
	if err != nil {
		t.Fatal(err)
	}
	own := load(t, string(text))
	if err := Check(own); err != nil {
		t.Fatal(err)
	}
	return own
}

// load returns the template of a file with this text.
func load(t testing.TB, text string) *prompt.Template {
	t.Helper()
	set, err := prompt.LoadAll(fstest.MapFS{File: {Data: []byte(text)}}, Spec())
	if err != nil {
		t.Fatal(err)
	}
	return set[File]
}

func sections(t testing.TB, p Params) []pipeline.Section {
	t.Helper()
	s, err := Sections(template(t), p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func text(s string) pipeline.Pieces { return pipeline.CaseText("case").Of(s) }

func texts(values ...string) []pipeline.Pieces {
	var list []pipeline.Pieces
	for _, v := range values {
		list = append(list, text(v))
	}
	return list
}

func sectionNames(sections []pipeline.Section) []string {
	names := []string{}
	for _, s := range sections {
		names = append(names, s.Name)
	}
	return names
}

// everything returns a prompt with all of its sections.
func everything(m Mode) Params {
	p := Params{Mode: m, Workspace: text("/home/u/shop"), Notes: texts(" Commit each change. ", ""),
		Skills: text("\n\n<available_skills>\n  <skill>\n    <name>orders</name>\n" +
			"    <description>Takes orders.</description>\n" +
			"    <location>~/.agents/skills/orders/SKILL.md</location>\n" +
			"  </skill>\n</available_skills>\n"),
		Files: []ContextFile{{text("/home/u/shop/AGENTS.md"), text("Be brief.\n\nAsk once.\n")},
			{text("/home/u/shop/SOUL.md"), text("A patient clerk.")}, {text("/home/u/shop/USER.md"), nil}},
		Warnings: []string{"AGENTS.md: 30000 of which 20000 are here"}, Owners: texts("+4930123", " +4930456 ", ""),
		TimeZone: text(" Europe/Berlin "), Docs: text("/opt/openclaw/docs"),
		Aliases:      texts("- opus: anthropic/claude-opus"),
		MessageHints: texts("- Polls work here.", " "), Voice: text(" Short sentences. "),
		Reactions: &Reactions{Sparing: true, Channel: text("Telegram")}, Heartbeat: text("Check the stock."),
		Extra: text(" The group is called Shop. "), ReasoningTags: true, ReasoningLevel: text("on"),
		Runtime: Runtime{Agent: text("main"), Host: text("box"), Repo: text("/home/u/shop"), OS: text("Linux 6.1"),
			Arch: text("x64"), Node: text("v22"), Model: text("m/small"), DefaultModel: text("m/large"),
			Shell: text("bash"), Channel: text("Telegram"),
			Capabilities: texts("inlineButtons", " reactions "), Thinking: text("low")},
	}
	for _, name := range append(knownTools(), "memory_search", "memory_get", "Stock") {
		p.Tools = append(p.Tools, Tool{text(name), text("what the case says of it")})
	}
	blocked := false
	p.Sandbox = &Sandbox{Host: text("/tmp/sandbox"), Container: text("/workspace"), Access: text("ro"),
		Mount: text("/agent"), Bridge: text("http://localhost:1"), View: text("http://localhost:2"),
		HostBrowser: &blocked, Elevated: &Elevated{Allowed: true, Level: text("ask")}}
	return p
}

// otherwise returns a full prompt in which every alternative takes its other form.
func otherwise() Params {
	p, allowed := everything(Full), true
	p.NoCitations, p.ReadTool, p.SilentToken, p.ReasoningLevel = true, text("view"), text("QUIET"), nil
	p.Reactions = &Reactions{}
	p.Runtime.Capabilities, p.Heartbeat, p.MessageHints, p.Warnings = nil, nil, nil, nil
	p.Files = []ContextFile{{text(`C:\shop\soul.MD`), text("A clerk.")}}
	p.Sandbox = &Sandbox{HostBrowser: &allowed, Elevated: &Elevated{}, Access: text("none")}
	p.Tools = []Tool{{text("Message"), nil}, {text("MEMORY_GET"), nil}}
	return p
}

var update = flag.Bool("update", false, "write the prompts in testdata anew")

// The whole prompt, in each mode and order, with all optional parts and with none.
func TestPrompt_O1_O2_O3_O4_O5_O7_O17(t *testing.T) {
	program := everything(Full)
	program.Program = true
	for name, p := range map[string]Params{
		"full": everything(Full), "otherwise": otherwise(),
		"minimal": everything(Minimal), "none": everything(None), "program": program,
		"full-bare":    {Workspace: text("/home/u/shop")},
		"minimal-bare": {Mode: Minimal, Workspace: text("/home/u/shop")},
	} {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			for _, s := range sections(t, p) {
				fmt.Fprintf(&got, "[%s]\n%s", s.Name, s.Text)
			}
			file := filepath.Join("testdata", name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got.String()+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got.String()+"\n"); d != "" {
				t.Errorf("%s; -update writes it anew (-want +got):\n%s", file, d)
			}
		})
	}
}

func TestCheck_O3_O5_TemplateWithoutIdentityOrSafety(t *testing.T) {
	const identity = `{{define "Identity"}}I am.{{end}}`
	for _, c := range []struct{ body, section, mode string }{
		{`{{define "Safety"}}Be safe.{{end}}`, "Identity", "full"},
		{identity, "Safety", "full"},
		{identity + `{{define "Safety"}} {{end}}`, "Safety", "full"},
		{identity + `{{define "Safety"}}{{if .Full}}Be safe.{{end}}{{end}}`, "Safety", "minimal"},
	} {
		tmpl := load(t, c.body)
		want := fmt.Sprintf("system.tmpl: section %q is missing or blank in the mode %s: every system prompt has it",
			c.section, c.mode)
		if err := Check(tmpl); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", c.body, err, want)
		}
	}
}

// A template with another order keeps it; sections unknown to the program stay where they are.
func TestSections_O2_OrderIsTheTemplates(t *testing.T) {
	const body = `{{define "Safety"}}s{{end}}{{define "Runtime"}}r{{end}}{{define "Own"}}o{{end}}
{{define "Blank"}} {{end}}{{define "Project Context"}}c{{end}}{{define "Identity"}}i{{end}}`
	tmpl := load(t, body)
	for name, c := range map[string]struct {
		p    Params
		want string
	}{
		"seed": {Params{}, "s\nr\no\nc\ni"}, "program": {Params{Program: true}, "s\nc\nr\no\ni"},
		"minimal": {Params{Mode: Minimal}, "s\nr\no\nc\ni"}, "none": {Params{Mode: None, Program: true}, "i"},
	} {
		got, err := Sections(tmpl, c.p)
		if err != nil {
			t.Fatal(err)
		}
		if content := content(got); content != c.want {
			t.Errorf("%s: %q, want %q", name, content, c.want)
		}
	}
}

// Each text of the case keeps its source, and the words around it are the template's.
func TestSections_TextsKeepTheirSources(t *testing.T) {
	p := Params{Workspace: pipeline.CaseText("openclaw.workspace").Of(" /ws\n"), Extra: text("  Shop.\n"),
		Files: []ContextFile{{text("AGENTS.md"), pipeline.CaseText("files.AGENTS.md").Of("Be brief.\n")}},
		Tools: []Tool{{pipeline.CaseText("tools[0].name").Of("stock"),
			pipeline.CaseText("tools[0].description").Of("a\nb")}}}
	literal := func(s string, define string) pipeline.Piece {
		source := pipeline.TextSource{Kind: pipeline.TextTemplate, Name: File, Define: define}
		return pipeline.Piece{Text: s, Source: source}
	}
	of := func(path, s string) pipeline.Piece {
		return pipeline.Piece{Text: s, Source: pipeline.CaseText(path)}
	}
	code := pipeline.Piece{Text: "\n", Source: pipeline.TextSource{Kind: pipeline.TextCode}}
	want := map[string]pipeline.Pieces{
		"Workspace": {literal("## Workspace\nYour working directory is: ", "Workspace"),
			of("openclaw.workspace", "/ws"),
			literal("\nKeep your files in this one place unless the user names another.", "Workspace"), code},
		"Group Chat Context": {literal("## Group Chat Context\n", "Group Chat Context"), of("case", "Shop."), code},
	}
	for _, s := range sections(t, p) {
		if pieces, ok := want[s.Name]; ok {
			got := slices.Clone(s.Pieces())
			for i := range got {
				got[i].Line = 0
			}
			if d := cmp.Diff(pieces, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", s.Name, d)
			}
		}
		for _, source := range map[string][]string{"Tooling": {"tools[0].name", "tools[0].description"},
			"Project Context": {"files.AGENTS.md"}}[s.Name] {
			from := func(p pipeline.Piece) bool { return p.Source == pipeline.CaseText(source) }
			if !slices.ContainsFunc(s.Pieces(), from) {
				t.Errorf("nothing of %s is from %s: %v", s.Name, source, s.Pieces())
			}
		}
	}
}
