package beaver

import (
	"fmt"
	"io/fs"

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

// sectionCandidates is the section of skills.user.tmpl behind which the candidates are spliced in.
const sectionCandidates = "Candidate skills"

// sectionContext is the heading of main.system.tmpl behind which an execution context is spliced in.
const sectionContext = "Execution Context"

// sectionPinned is the heading of node.context.tmpl behind which pinned skills are spliced in.
const sectionPinned = "Pinned skills"
