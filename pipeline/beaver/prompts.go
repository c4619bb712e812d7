package beaver

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// prompts are the templates of the system, a file a message.
type prompts struct {
	source       fs.FS
	routerSystem *prompt.Template
	routerUser   *prompt.Template
	mainSystem   *prompt.Template
	finalizer    *prompt.Template
	taskContext  *prompt.Template
	selection    *prompt.Template
	skillsSystem *prompt.Template
	skillsUser   *prompt.Template
	skillUser    *prompt.Template

	plannerSystem, plannerUser   *prompt.Template
	resolverSystem, resolverUser *prompt.Template
	guidanceSystem, guidanceUser *prompt.Template
	draftSystem, draftUser       *prompt.Template
	nodeContext, nodeSelection   *prompt.Template
	teamContext, scheduled       *prompt.Template
	evidence                     *prompt.Template
}

// routerData is what router.user.tmpl shows.
type routerData struct {
	Guidance   pipeline.Pieces // of the skill intent-agent-router
	ActiveTask pipeline.Pieces // JSON; null without one
	Recent     pipeline.Pieces // JSON
	Message    pipeline.Pieces
}

// mainData is what main.system.tmpl shows (M-2).
type mainData struct {
	SystemPrompt pipeline.Pieces
	Session      *sessionData // nil when nothing is known of it
	HasContext   bool         // its sections are spliced in behind the heading
	Memory       []memoryData
}

// sessionData is what a prompt shows of the session.
type sessionData struct{ ID, Source, Model, User, Channel, Chat, Parent pipeline.Pieces }

// memoryData is what a prompt shows of a section of the memory.
type memoryData struct{ Name, Text pipeline.Pieces }

// taskData is what task.context.tmpl shows (C-4).
type taskData struct {
	Goal        pipeline.Pieces
	Description pipeline.Pieces
	Status      string
	Attempt     int // from 1
	Constraints []pipeline.Pieces
	Revision    pipeline.Pieces
	History     []attemptData
}

// selectionContextData is what selection.context.tmpl shows (C-1).
type selectionContextData struct {
	taskData
	Request     pipeline.Pieces
	Phase       string
	PriorSkills []pipeline.Pieces
	Planner     *planData
	Team        *teamData // nil: none ran
}

// selectionData is what skills.system.tmpl shows.
type selectionData struct {
	Stage string // shortlist or final
	Most  int    // names
}

// selectionTask is what skills.user.tmpl shows; the candidates are spliced in.
type selectionTask struct {
	Task pipeline.Pieces
}

// skillData is what skill.user.tmpl shows (M-3).
type skillData struct {
	Name pipeline.Pieces
	Body pipeline.Pieces
}

const paragraph = "\n\n"

// loadPrompts reads every file of the folder, each with the type of its data.
func loadPrompts(fsys fs.FS) (*prompts, error) {
	p := &prompts{source: fsys}
	files := []struct {
		name string
		data any
		into **prompt.Template
	}{
		{"router.system.tmpl", nil, &p.routerSystem}, {"router.user.tmpl", routerData{}, &p.routerUser},
		{"planner.system.tmpl", nil, &p.plannerSystem}, {"planner.user.tmpl", plannerData{}, &p.plannerUser},
		{"resolver.system.tmpl", nil, &p.resolverSystem}, {"resolver.user.tmpl", resolverData{}, &p.resolverUser},
		{"guidance.system.tmpl", nil, &p.guidanceSystem}, {"guidance.user.tmpl", guidanceData{}, &p.guidanceUser},
		{"skills.system.tmpl", selectionData{}, &p.skillsSystem}, {"skills.user.tmpl", selectionTask{}, &p.skillsUser},
		{"skill.user.tmpl", skillData{}, &p.skillUser}, {"main.system.tmpl", mainData{}, &p.mainSystem},
		{"finalizer.system.tmpl", nil, &p.finalizer}, {"task.context.tmpl", taskData{}, &p.taskContext},
		{"team.context.tmpl", teamData{}, &p.teamContext}, {"scheduled.context.tmpl", scheduledData{}, &p.scheduled},
		{"selection.context.tmpl", selectionContextData{}, &p.selection}, {"node.context.tmpl", delegationData{},
			&p.nodeContext},
		{"node.selection.tmpl", delegationData{}, &p.nodeSelection}, {"evidence.tmpl", evidenceData{}, &p.evidence},
		{"draft.system.tmpl", nil, &p.draftSystem}, {"draft.user.tmpl", draftData{}, &p.draftUser},
	}
	var specs []prompt.Spec
	for _, f := range files {
		specs = append(specs, prompt.Spec{File: f.name, Sep: paragraph, Data: f.data})
	}
	set, err := prompt.LoadAll(fsys, specs...)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		*f.into = set[f.name]
	}
	// What the code splices in stands behind a section that a replaced template must have too.
	for _, need := range []struct {
		file, section string
		in            *prompt.Template
	}{
		{"skills.user.tmpl", sectionCandidates, p.skillsUser}, {"resolver.user.tmpl", sectionCandidates,
			p.resolverUser},
		{"main.system.tmpl", sectionContext, p.mainSystem}, {"node.context.tmpl", sectionPinned, p.nodeContext},
	} {
		if !need.in.Has(need.section) {
			return nil, &prompt.Error{File: need.file,
				Msg: fmt.Sprintf("no section %q, behind which other sections are put", need.section)}
		}
	}
	return p, nil
}

// isBlank reports whether a text would leave a heading without anything below it.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// unlessBlank is s, or nothing where s is blank.
func unlessBlank(s string) string {
	if isBlank(s) {
		return ""
	}
	return s
}

// content renders a template that is a part of a message.
func content(t *prompt.Template, data any) (pipeline.Pieces, error) {
	sections, err := t.Render(data)
	return pipeline.Message{Sections: sections}.Pieces(), err
}

// message renders a template as a message of the role.
func message(t *prompt.Template, role string, data any) (pipeline.Message, error) {
	sections, err := t.Render(data)
	return pipeline.Message{Role: role, Sections: sections}, err
}
