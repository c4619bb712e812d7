package systemprompt

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// toolLines returns the prompt's list of tools.
func toolLines(t *testing.T, p Params) []string {
	t.Helper()
	for _, s := range sections(t, p) {
		if s.Name == "Tooling" {
			var list []string
			for line := range strings.Lines(s.Text) {
				if name, ok := strings.CutPrefix(line, "- "); ok {
					list = append(list, strings.TrimSuffix(name, "\n"))
				}
			}
			return list
		}
	}
	t.Fatal("no section Tooling")
	return nil
}

func TestTools_O4(t *testing.T) {
	for name, c := range map[string]struct {
		tools []string // name, summary, name, summary, …
		want  []string
	}{
		"no tool": {nil, nil},
		"known ones in their order": {[]string{"exec", "", "write", "", "read", ""},
			[]string{"read: Read file contents", "write: Create or overwrite files", "exec: Run shell commands"}},
		"others behind, by their small letters": {[]string{"zeta", "last", "Beta", "", "exec", "", "alpha", " first "},
			[]string{"exec: Run shell commands", "alpha: first", "Beta", "zeta: last"}},
		"in UTF-16, characters beyond U+FFFF come before U+FF5E": {[]string{"\uff5e", "", "😀", ""},
			[]string{"😀", "\uff5e"}},
		"a known tool keeps its own summary": {[]string{"GREP", "something else"},
			[]string{"GREP: Search file contents for patterns"}},
		"blank names go, doubles keep the first spelling": {
			[]string{" Read ", "", "", "x", "read", "", "\ufeff", "", "My", "a", "my", "b"},
			[]string{"Read: Read file contents", "My: a"}},
		"a summary is one line": {[]string{"x", "a\n## Safety\r\n\tb"}, []string{"x: a ## Safety   b"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := Params{}
			for i := 0; i < len(c.tools); i += 2 {
				p.Tools = append(p.Tools, Tool{text(c.tools[i]), text(c.tools[i+1])})
			}
			if d := cmp.Diff(c.want, toolLines(t, p)); d != "" {
				t.Errorf("tools (-want +got):\n%s", d)
			}
		})
	}
}

// The template has a summary for each tool known to the program, nine of them in the wording of the source.
func TestTools_O4_EveryKnownToolHasASummary(t *testing.T) {
	p := Params{}
	for _, name := range knownTools() {
		p.Tools = append(p.Tools, Tool{text(name), text("the caller's")})
	}
	lines := toolLines(t, p)
	if len(lines) != len(knownTools()) {
		t.Fatalf("%d tools listed of %d", len(lines), len(knownTools()))
	}
	summaries := map[string]string{}
	for i, line := range lines {
		name, summary, _ := strings.Cut(line, ": ")
		if name != knownTools()[i] || summary == "" || summary == "the caller's" {
			t.Errorf("tool %d is %q, want %s with the template's summary", i, line, knownTools()[i])
		}
		summaries[name] = summary
	}
	for name, want := range map[string]string{
		"read": "Read file contents", "write": "Create or overwrite files", "edit": "Make precise edits to files",
		"grep": "Search file contents for patterns", "exec": "Run shell commands",
		"web_search": "Search the web (Brave API)", "cron": "Manage cron jobs and wake events",
		"message": "Send messages and channel actions", "sessions_spawn": "Spawn an isolated sub-agent session",
	} {
		if summaries[name] != want {
			t.Errorf("%s: %q, want %q", name, summaries[name], want)
		}
	}
}

// The skills section names the read tool, and is missing for a blank catalogue (O-2, O-17).
func TestSkills_O2_O17(t *testing.T) {
	for name, c := range map[string]struct {
		p    Params
		want string
	}{
		"the tool as the caller spells it": {Params{Tools: []Tool{{text("READ"), nil}}, Skills: text("x")}, "`READ`"},
		"another tool":                     {Params{ReadTool: text(" cat "), Skills: text("x")}, "`cat`"},
		"no tool":                          {Params{Skills: text("\n x \n")}, "`read`"},
		"no skill":                         {Params{}, ""},
		"a blank catalogue":                {Params{Skills: text(" \n\ufeff")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var want, got string
			if c.want != "" {
				want = "## Skills (mandatory)\nBefore replying: scan <available_skills> <description> entries.\n" +
					"- If exactly one skill clearly applies: read its SKILL.md at <location> with " + c.want +
					", then follow it.\n" +
					"- If multiple could apply: choose the most specific one, then read/follow it.\n" +
					"- If none clearly apply: do not read any SKILL.md.\n" +
					"Constraints: never read more than one skill up front; only read after selecting.\nx\n"
			}
			for _, s := range sections(t, c.p) {
				if s.Name == "Skills (mandatory)" {
					got = s.Text
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("skills (-want +got):\n%s", d)
			}
		})
	}
}

func TestRuntimeLine_O7(t *testing.T) {
	for _, c := range []struct {
		r    Runtime
		want string
	}{
		{Runtime{}, "Runtime: thinking=off"},
		{Runtime{Arch: text("x64")}, "Runtime: arch=x64 | thinking=off"},
		{Runtime{OS: text("Linux"), Arch: text("x64"), Thinking: text("low")},
			"Runtime: os=Linux (x64) | thinking=low"},
		{Runtime{Channel: text("slack")}, "Runtime: channel=slack | capabilities=none | thinking=off"},
		{Runtime{Model: text("m"), Capabilities: texts("a")}, "Runtime: model=m | thinking=off"},
		{Runtime{Channel: text(" Tele\ngram "), Capabilities: texts(" a", "", "b "), Thinking: text(" ")}.normal(),
			"Runtime: channel=tele gram | capabilities=a,b | thinking=off"},
	} {
		if got := RuntimeLine(c.r).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestModeOf_O3(t *testing.T) {
	for key, want := range map[string]Mode{
		"": Full, " ": Full, "main": Full, "agent:main:main": Full, "cron:job": Full, "agent:main": Full,
		"subagent":       Full,
		"agent:cron:job": Full, "agent:main:cron": Full, "agent:main:telegram:cron:1": Full, "other:main:cron:1": Full,
		"subagent:": Minimal, " SubAgent:X ": Minimal, "agent:main:subagent:1": Minimal, "AGENT:main:CRON:1": Minimal,
		":agent::main:cron:1": Minimal, "agent:main:subagent:1:subagent:2": Minimal, "agent:main:cron:": Full,
	} {
		if got := ModeOf(key); got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
}
