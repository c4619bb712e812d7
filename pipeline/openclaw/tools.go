package openclaw

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// ownTools returns the system's own tools.
func ownTools() []pipeline.Tool {
	text := func(name, what string, keys ...string) pipeline.Tool {
		var all, required []string
		for _, key := range keys {
			key, says, _ := strings.Cut(key, ": ")
			all = append(all, fmt.Sprintf(`%q:{"description":%q,"type":"string"}`, key, says))
			required = append(required, fmt.Sprintf("%q", key))
		}
		slices.Sort(all)
		schema := `{"properties":{` + strings.Join(all, ",") + `},"required":[` + strings.Join(required, ",") +
			`],"type":"object"}`
		return pipeline.Tool{Name: name, Description: what, Parameters: json.RawMessage(schema)}
	}
	return []pipeline.Tool{
		text(toolRead, "Read a file: a skill's, by its location, or one of the working folder.", "path: the file"),
		text(toolWrite, "Create a file of the working folder, or put another text in its place.", "path: the file",
			"content: its whole text"),
		text(toolEdit, "Change one place of a file of the working folder.", "path: the file",
			"old_text: a text that stands in it once", "new_text: what takes its place"),
		text(toolSpawn, "Start a sub-agent for a task that stands alone. It reports when it has finished.",
			"task: all that it has to know"),
	}
}

// offer returns the tools of a run, by policy (O-4): the system's own, then the case's. A tool of the system's own that
// a case names, to break it, is not offered twice.
func (r *run) offer() []pipeline.Tool {
	own := ownTools()
	if r.session.level >= r.block.Limits.depth() {
		own = slices.DeleteFunc(own, func(t pipeline.Tool) bool { return t.Name == toolSpawn })
	}
	all := own
	for _, t := range r.tools {
		if !slices.ContainsFunc(ownTools(), func(o pipeline.Tool) bool { return o.Name == t.Name }) {
			all = append(all, t)
		}
	}
	return slices.DeleteFunc(all, func(t pipeline.Tool) bool {
		return !r.block.Tools.offers(t.Name) || r.session.level > 0 && outward(t.Name)
	})
}

// ownTool returns the executor of one of the system's own tools; nil: it is none.
func (r *run) ownTool(call pipeline.ToolCall) pipeline.Own {
	do, ok := map[string]func(rt *pipeline.Runtime, args map[string]string) (shownText, error){
		toolRead: r.readFile, toolWrite: r.writeFile, toolEdit: r.editFile, toolSpawn: r.spawn,
	}[call.Name]
	if !ok {
		return nil
	}
	return func(_ context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
		args, err := arguments(call)
		if err != nil {
			return "", err
		}
		got, err := do(rt, args)
		if err != nil {
			return "", err
		}
		r.shown[call.ID] = got
		return got.text.String(), nil
	}
}

// arguments parses those of one of the system's own tools, all of them texts.
func arguments(call pipeline.ToolCall) (map[string]string, error) {
	i := slices.IndexFunc(ownTools(), func(t pipeline.Tool) bool { return t.Name == call.Name })
	var schema struct{ Required []string }
	var given map[string]json.RawMessage
	if err := json.Unmarshal(ownTools()[i].Parameters, &schema); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(call.Arguments), &given); err != nil {
		return nil, err
	}
	args := map[string]string{}
	for _, key := range schema.Required {
		var text *string // nil for a missing key, or null
		if json.Unmarshal(given[key], &text) != nil || text == nil {
			return nil, fmt.Errorf("%s wants a text as %q", call.Name, key)
		}
		args[key], _ = pipeline.Repair(*text)
	}
	return args, nil
}

// inside returns the path of a file in the working folder that a model names: from the folder, as the prompt shows the
// folder, or from the home folder.
func (r *run) inside(name string) (string, error) {
	settings := r.skillSettings()
	file, ok := inside(settings.Absolute(r.folder()), settings.Absolute(name))
	if !ok {
		return "", fmt.Errorf("%q is not a file of the working folder", name)
	}
	return file, nil
}

// readFile reads a skill's file or one of the working folder (O-18).
func (r *run) readFile(rt *pipeline.Runtime, args map[string]string) (shownText, error) {
	text, opened, err := r.open(args["path"])
	if err != nil || opened == nil {
		return shownText{text: text}, err
	}
	r.opened = append(r.opened, opened)
	if skill := opened.Skill.Name; opened.Main() && !slices.Contains(r.read, skill) {
		r.read = append(r.read, skill)
		rt.Decided(stageSkills, r.read)
	}
	return shownText{opened.Skill.Name, text}, nil
}

// open returns the current text of a file: as tools have left it in the working folder, else as its skill has it, which
// may be there too, else as the case has it.
func (r *run) open(at string) (pipeline.Pieces, *catalogue.Opened, error) {
	name, outside := r.inside(at)
	opened, err := r.now.skills.Open(at)
	if text, ok := r.session.files.written[name]; ok {
		return text, opened, nil
	}
	switch {
	case err != nil:
		return nil, nil, err
	case opened != nil:
		return opened.Source().Of(opened.Text), opened, nil
	case outside != nil:
		return nil, nil, outside
	}
	text, err := r.session.files.read(name)
	return text, nil, err
}

// writeFile writes a text into a file of the working folder.
func (r *run) writeFile(_ *pipeline.Runtime, args map[string]string) (shownText, error) {
	name, err := r.inside(args["path"])
	if err != nil {
		return shownText{}, err
	}
	r.session.files.write(name, r.rt.AnswerText(stageMain).Of(args["content"]))
	return shownText{text: code.Of("written: " + name)}, nil
}

// editFile changes one place of a file of the working folder.
func (r *run) editFile(_ *pipeline.Runtime, args map[string]string) (shownText, error) {
	name, err := r.inside(args["path"])
	if err != nil {
		return shownText{}, err
	}
	text, _, err := r.open(args["path"])
	if err != nil {
		return shownText{}, err
	}
	was, old := text.String(), args["old_text"]
	at := strings.Index(was, old)
	if n := strings.Count(was, old); old == "" || n != 1 {
		return shownText{}, fmt.Errorf("old_text has to stand in %s once, and stands there %d times", name, n)
	}
	r.session.files.write(name, pipeline.JoinPieces(text.Cut(0, at),
		r.rt.AnswerText(stageMain).Of(args["new_text"]), text.Cut(at+len(old), len(was))))
	return shownText{text: code.Of("changed: " + name)}, nil
}

// message returns the tool message of a result: a skill's file has a section of its own, so that reports can count what
// skills add to prompts.
func (r *run) message(res reply.ToolResult) pipeline.Message {
	section := "Result"
	if shown, ok := r.shown[res.Call.ID]; ok && res.From == pipeline.FromSystem && !res.Failed {
		res.Text = shown.text
		if shown.skill != "" {
			section = pipeline.SectionSkill + shown.skill
		}
	}
	return res.Message(section)
}
