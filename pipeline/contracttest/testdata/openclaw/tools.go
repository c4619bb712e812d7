package openclaw

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// offered are the tools of a run: the case's, and the system's own. A case that breaks one of the system's own names it
// too, and does not double it.
func (r *run) offered() []pipeline.Tool {
	all := []pipeline.Tool{{Name: "read", Description: "Read a file", Parameters: object("path")}}
	if r.session.level < r.block.Depth {
		spawn := pipeline.Tool{Name: "sessions_spawn", Description: "Start a sub-agent", Parameters: object("task")}
		all = append(all, spawn)
	}
	for _, t := range r.tools {
		if !slices.ContainsFunc(all, func(own pipeline.Tool) bool { return own.Name == t.Name }) {
			all = append(all, t)
		}
	}
	return all
}

func object(key string) json.RawMessage {
	return json.RawMessage(`{"properties":{"` + key + `":{"type":"string"}},"type":"object"}`)
}

// tool answers one tool call, and shows the model what came of it.
func (r *run) tool(ctx context.Context, call pipeline.ToolCall) error {
	section := "Result"
	var source pipeline.TextSource // of a skill that was read
	own := map[string]pipeline.Own{
		"read": func(_ context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
			file, err := argument(call, "path")
			if err != nil {
				return "", err
			}
			if s := r.snapshot.byFile[file]; s != nil {
				section, source = pipeline.SectionSkill+s.Name, pipeline.SkillText(file)
				r.read = append(r.read, s.Name)
				rt.Decided("skills", r.read)
				return s.Body, nil
			}
			return r.readFile(file)
		},
		"sessions_spawn": r.spawn,
	}[call.Name]
	res, err := r.rt.Tool(ctx, call, own)
	if err != nil {
		return err
	}
	if source.Kind == "" {
		source = r.rt.ToolText(call)
	}
	text := source.Of(res.Content)
	if res.Failed {
		r.rt.Fallback(pipeline.Fallback{Stage: "tool", Reason: toolError, Detail: call.Name})
		text = pipeline.JoinPieces(pipeline.TextSource{}.Of("Error: "), text)
	}
	r.messages = append(r.messages, pipeline.Message{
		Role: pipeline.RoleTool, ToolCallID: call.ID, Name: call.Name,
		Sections: []pipeline.Section{pipeline.NewSection(section, text)},
	})
	return nil
}

// argument is the one argument that a tool takes.
func argument(call pipeline.ToolCall, key string) (string, error) {
	var args map[string]string
	if err := json.Unmarshal([]byte(call.Arguments), &args); err != nil || args[key] == "" {
		return "", fmt.Errorf("want an object with a text under %q", key)
	}
	return args[key], nil
}

// readFile reads a file of the working folder.
func (w world) readFile(name string) (string, error) {
	if w.in.Files == nil {
		return "", fmt.Errorf("there is no file %q", name)
	}
	raw, err := fs.ReadFile(w.in.Files, name)
	if err != nil {
		return "", fmt.Errorf("there is no file %q", name)
	}
	return string(raw), nil
}

// spawn starts a sub-agent, which runs when this run has come to its end.
func (r *run) spawn(_ context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
	task, err := argument(call, "task")
	if err != nil {
		return "", err
	}
	if r.session.level >= r.block.Depth {
		return "", errors.New("no more sub-agents here")
	}
	id := r.session.spawn(rt, r.rt.AnswerText("main").Of(task))
	return "accepted as " + id, nil
}

// systemMessage renders the template for a session.
func (w world) systemMessage(s *session) (pipeline.Message, error) {
	r := run{world: w, session: s}
	d := data{Full: s.full, Task: s.task, Catalogue: w.snapshot.catalogue, Tools: r.offered()}
	for _, name := range []string{"AGENTS.md", "SOUL.md", "USER.md"} {
		if text, err := w.readFile(name); err == nil {
			d.Files = append(d.Files, file{name, pipeline.CaseText("files." + name).Of(text)})
		}
	}
	sections, err := w.system.system.Render(d)
	return pipeline.Message{Role: pipeline.RoleSystem, Sections: sections}, err
}
