package beaver

import (
	"fmt"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// prompts are the templates of the system, one file per message.
type prompts struct {
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
	p := &prompts{}
	_, err := prompt.LoadInto(fsys, paragraph, []prompt.File{
		{Name: "router.system.tmpl", Into: &p.routerSystem},
		{Name: "router.user.tmpl", Data: routerData{}, Into: &p.routerUser},
		{Name: "planner.system.tmpl", Into: &p.plannerSystem},
		{Name: "planner.user.tmpl", Data: plannerData{}, Into: &p.plannerUser},
		{Name: "resolver.system.tmpl", Into: &p.resolverSystem},
		{Name: "resolver.user.tmpl", Data: resolverData{}, Into: &p.resolverUser},
		{Name: "guidance.system.tmpl", Into: &p.guidanceSystem},
		{Name: "guidance.user.tmpl", Data: guidanceData{}, Into: &p.guidanceUser},
		{Name: "skills.system.tmpl", Data: selectionData{}, Into: &p.skillsSystem},
		{Name: "skills.user.tmpl", Data: selectionTask{}, Into: &p.skillsUser},
		{Name: "skill.user.tmpl", Data: skillData{}, Into: &p.skillUser},
		{Name: "main.system.tmpl", Data: mainData{}, Into: &p.mainSystem},
		{Name: "finalizer.system.tmpl", Into: &p.finalizer},
		{Name: "task.context.tmpl", Data: taskData{}, Into: &p.taskContext},
		{Name: "team.context.tmpl", Data: teamData{}, Into: &p.teamContext},
		{Name: "scheduled.context.tmpl", Data: scheduledData{}, Into: &p.scheduled},
		{Name: "selection.context.tmpl", Data: selectionContextData{}, Into: &p.selection},
		{Name: "node.context.tmpl", Data: delegationData{}, Into: &p.nodeContext},
		{Name: "node.selection.tmpl", Data: delegationData{}, Into: &p.nodeSelection},
		{Name: "evidence.tmpl", Data: evidenceData{}, Into: &p.evidence},
		{Name: "draft.system.tmpl", Into: &p.draftSystem},
		{Name: "draft.user.tmpl", Data: draftData{}, Into: &p.draftUser},
	})
	if err != nil {
		return nil, err
	}
	// Sections after which code splices text in must exist in a replaced template too.
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

// content renders a template for a part of a message.
func content(t *prompt.Template, data any) (pipeline.Pieces, error) {
	sections, err := t.Render(data)
	return pipeline.Message{Sections: sections}.Pieces(), err
}

// message renders a template as a message of the role.
func message(t *prompt.Template, role string, data any) (pipeline.Message, error) {
	sections, err := t.Render(data)
	return pipeline.Message{Role: role, Sections: sections}, err
}

// sectionCandidates is the section of skills.user.tmpl after which the candidates are spliced in.
const sectionCandidates = "Candidate skills"

// sectionContext is the heading of main.system.tmpl after which an execution context is spliced in.
const sectionContext = "Execution Context"

// sectionPinned is the heading of node.context.tmpl after which pinned skills are spliced in.
const sectionPinned = "Pinned skills"
