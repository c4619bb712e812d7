package contracttest

import (
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// promises holds what the system message of a run says is there: tools, skills, files and sections.
func (c *claw) promises(run *clawRun, head pipeline.Message, call *trace.Call) {
	c.tools(head, call)
	c.skills(run, head, call.Path)
	c.files(run, head, call)
	for _, p := range []struct {
		says, needs string // a text of the system's own, and the section that it names
	}{
		{"they stand under Project Context in this prompt", "Project Context"},
		{"Before replying: scan <available_skills>", "Skills (mandatory)"},
		{"What TOOLS.md says of tools is advice from the user", "Tooling"},
	} {
		if own(head).has(p.says) && sectionIn(head, p.needs) == "" {
			c.errorf(call.Path, "there is no section %s, and yet: %s", p.needs, p.says)
		}
	}
	if own(head).has("OpenClaw loads them. This prompt has none.") && sectionIn(head, "Project Context") != "" {
		c.errorf(call.Path, "the prompt has files, and says that it has none")
	}
	spawns := slices.ContainsFunc(call.Request.Tools, func(t pipeline.Tool) bool { return t.Name == "sessions_spawn" })
	for says, want := range map[string]bool{
		"You may start sub-agents of your own": true, "You cannot start sub-agents of your own": false,
	} {
		if strings.Contains(sectionIn(head, "Subagent Context"), says) && spawns != want {
			c.errorf(call.Path, "%s, and sessions_spawn is offered: %t", says, spawns)
		}
	}
}

// heartbeat holds what a heartbeat, and the section on heartbeats, say of each other and of the file.
func (c *claw) heartbeat(run *clawRun, head, last pipeline.Message, at string) {
	asked := last.Content()
	if last.Sections[0].Name != "Heartbeat" {
		return
	}
	c.held["heartbeat"]++
	told := sectionIn(head, "Heartbeats")
	if _, prompt, says := strings.Cut(told, "Heartbeat prompt: "); says &&
		!strings.HasPrefix(prompt, strings.TrimPrefix(asked, "⚙\ufe0f ")+"\n") {
		c.errorf(at, "the heartbeat is %q, and was said to be otherwise:\n%s", asked, told)
	}
	_, there := c.file(run, "HEARTBEAT.md")
	shown := strings.Contains(sectionIn(head, "Project Context"), "/HEARTBEAT.md\n")
	if strings.Contains(asked, "it stands among the workspace files") && there && !shown {
		c.errorf(at, "HEARTBEAT.md is said to stand among the files, and does not")
	}
}

// ownText is what a message says in the system's own words, with the values in them.
type ownText string

func (o ownText) has(text string) bool { return strings.Contains(string(o), text) }

// own returns the sections of a message that hold no foreign text.
func own(m pipeline.Message) ownText {
	foreign := []string{
		"Project Context", "Skills (mandatory)", "Subagent Context", "Group Chat Context", "Voice (TTS)", "Runtime",
	}
	var all strings.Builder
	for _, s := range m.Sections {
		if !slices.Contains(foreign, s.Name) {
			all.WriteString(s.Text)
		}
	}
	return ownText(all.String())
}

// sectionIn returns the text of a section of a message; empty: there is none.
func sectionIn(m pipeline.Message, name string) string {
	for _, s := range m.Sections {
		if s.Name == name {
			return s.Text
		}
	}
	return ""
}

var (
	listedTool = regexp.MustCompile(`(?m)^- ([^:\n]+)(?::|$)`)
	quotedTool = regexp.MustCompile("`([a-z_]+)`")
)

// tools holds that the prompt lists the tools that are offered and no other ones, and names no other one in a sentence.
func (c *claw) tools(head pipeline.Message, call *trace.Call) {
	listed, offered := map[string]bool{}, map[string]bool{}
	tooling := sectionIn(head, "Tooling")
	if tooling == "" { // the identity line alone
		return
	}
	for _, m := range listedTool.FindAllStringSubmatch(tooling, -1) {
		listed[m[1]] = true
	}
	for _, t := range call.Request.Tools {
		offered[t.Name] = true
		if !listed[t.Name] {
			c.errorf(call.Path, "%s is offered, and not listed:\n%s", t.Name, tooling)
		}
		c.held["tool"]++
	}
	for name := range listed {
		if !offered[name] {
			c.errorf(call.Path, "%s is listed, and not offered", name)
		}
	}
	if none := strings.Contains(tooling, "No tool is offered in this run."); none != (len(offered) == 0) {
		c.errorf(call.Path, "%d tools, and the prompt says that there is none: %t", len(offered), none)
	} else if none {
		c.held["absent tool"]++
	}
	text := strings.ReplaceAll(string(own(head)), "Channels are never served through `exec` or `curl`;", "")
	if c.block.Compat == "" { // the program asks for skills to be read by a tool that may not be there
		text += sectionIn(head, "Skills (mandatory)")
	}
	for _, m := range quotedTool.FindAllStringSubmatch(text, -1) {
		if !offered[m[1]] && !slices.Contains(notTools, m[1]) {
			c.errorf(call.Path, "`%s` is named, and not offered", m[1])
		}
	}
}

// notTools stand in back quotes as tools do: a program, parameters of a tool, and values of settings.
var notTools = []string{"openclaw", "to", "message", "channel", "buttons", "on", "stream"}

var (
	cutList  = regexp.MustCompile(`the list has (\d+) of (\d+)\.|None of the (\d+) skills fits here`)
	inList   = regexp.MustCompile(`(?s)<name>(.*?)</name>`)
	location = regexp.MustCompile(`(?s)<location>(.*?)</location>`)
	unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")
)

// skills holds the catalogue: it lists the candidates, and says how many are left out.
func (c *claw) skills(run *clawRun, head pipeline.Message, at string) {
	text := sectionIn(head, "Skills (mandatory)")
	if sectionIn(head, "Tooling") == "" {
		return
	}
	var names []string
	for _, m := range inList.FindAllStringSubmatch(text, -1) {
		names = append(names, unescape.Replace(m[1]))
		c.held["skill"]++
	}
	for _, m := range location.FindAllStringSubmatch(text, -1) {
		run.readable[unescape.Replace(m[1])] = true
	}
	if !slices.Equal(names, run.skills) {
		c.errorf(at, "the catalogue lists %q of the candidates %q", names, run.skills)
	}
	left := 0
	for _, f := range c.findings {
		if f.Reason == "over_count" || f.Reason == "over_budget" {
			left++
		}
	}
	m := cutList.FindStringSubmatch(text)
	switch {
	case m == nil && left > 0 && text != "":
		c.errorf(at, "%d skills are left out, and the catalogue does not say so", left)
	case m != nil:
		c.held["cut catalogue"]++
		listed, all := number(m[1]), number(m[2]+m[3])
		if listed != len(names) || all != len(names)+left {
			c.errorf(at, "%q, with %d listed and %d left out", m[0], len(names), left)
		}
	}
}

// number returns the number that a text of digits stands for; 0 for none.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// file returns the text of a file of the working folder as a run finds it; ok: there is one.
func (c *claw) file(run *clawRun, name string) (text string, ok bool) {
	if text, written := run.session.files[name]; written {
		return text, true
	}
	base := c.input(run.place).Files
	if base == nil {
		return "", false
	}
	raw, err := fs.ReadFile(base, name)
	return strings.ToValidUTF8(string(raw), "\uFFFD"), err == nil
}

var cutFile = regexp.MustCompile(`(?m)^- workspace bootstrap file (\S+) is (\d+) chars`)

// files holds the files in the prompt against the working folder: each is there or said to be missing, and whole or
// said to be cut.
func (c *claw) files(run *clawRun, head pipeline.Message, call *trace.Call) {
	text := sectionIn(head, "Project Context")
	cut := map[string]bool{}
	for _, m := range cutFile.FindAllStringSubmatch(text, -1) {
		cut[m[1]] = true
	}
	readable := slices.ContainsFunc(call.Request.Tools, func(t pipeline.Tool) bool { return t.Name == "read" })
	if strings.Contains(text, "Not everything fits; read the whole file") && !readable {
		c.errorf(call.Path, "the prompt says to read whole files, and no tool reads any")
	}
	persona := false
	for _, name := range []string{"AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md",
		"BOOTSTRAP.md", "MEMORY.md"} {
		_, block, shown := strings.Cut("\n"+text, "/"+name+"\n")
		want, there := c.file(run, name)
		missing := strings.HasPrefix(block, "[MISSING] Expected at: ")
		switch {
		case !shown:
			continue
		case missing == there:
			c.errorf(call.Path, "%s is there: %t, and said to be missing: %t", name, there, missing)
		case missing:
			c.held["missing file"]++
		case !cut[name] && !strings.HasPrefix(block, jstext.TrimRight(want)):
			c.errorf(call.Path, "%s is not %q, and not said to be cut:\n%s", name, want, block)
		default:
			c.held["file"]++
		}
		persona = persona || name == "SOUL.md" && there
	}
	if says := strings.Contains(text, "SOUL.md describes who you are"); says != persona {
		c.errorf(call.Path, "SOUL.md is there: %t, and said to describe the assistant: %t", persona, says)
	}
}
