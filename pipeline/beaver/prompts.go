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
}

// routerData is what router.user.tmpl shows.
type routerData struct {
	Guidance   string // of the skill intent-agent-router
	ActiveTask string // JSON; null without one
	Recent     string // JSON
	Message    string
}

// mainData is what main.system.tmpl shows (M-2).
type mainData struct {
	SystemPrompt     string
	Session          *pipeline.Session // nil when nothing is known of it
	ExecutionContext string
	Memory           []pipeline.Section
}

// taskData is what task.context.tmpl shows (C-4).
type taskData struct {
	Goal        string
	Description string
	Status      string
	Attempt     int // from 1
	Constraints []string
	Revision    string
	History     []attempt
}

// selectionContextData is what selection.context.tmpl shows (C-1).
type selectionContextData struct {
	taskData
	Request     string
	Phase       string
	PriorSkills []string
}

// selectionData is what skills.system.tmpl shows.
type selectionData struct {
	Stage string // shortlist or final
	Most  int    // names
}

// selectionTask is what skills.user.tmpl shows; the candidates are spliced in.
type selectionTask struct {
	Task string
}

// skillData is what skill.user.tmpl shows (M-3).
type skillData struct {
	Name string
	Body string
}

const paragraph = "\n\n"

func loadPrompts(fsys fs.FS) (*prompts, error) {
	const routerSystem, routerUser = "router.system.tmpl", "router.user.tmpl"
	const mainSystem, finalizer, taskContext = "main.system.tmpl", "finalizer.system.tmpl", "task.context.tmpl"
	const selection, skillsSystem, skillsUser, skillUser = "selection.context.tmpl", "skills.system.tmpl", "skills.user.tmpl", "skill.user.tmpl"
	set, err := prompt.LoadAll(fsys,
		prompt.Spec{File: routerSystem, Sep: paragraph},
		prompt.Spec{File: routerUser, Sep: paragraph, Data: routerData{}},
		prompt.Spec{File: mainSystem, Sep: paragraph, Data: mainData{}},
		prompt.Spec{File: finalizer, Sep: paragraph},
		prompt.Spec{File: taskContext, Sep: paragraph, Data: taskData{}},
		prompt.Spec{File: selection, Sep: paragraph, Data: selectionContextData{}},
		prompt.Spec{File: skillsSystem, Sep: paragraph, Data: selectionData{}},
		prompt.Spec{File: skillsUser, Sep: paragraph, Data: selectionTask{}},
		prompt.Spec{File: skillUser, Sep: paragraph, Data: skillData{}},
	)
	if err != nil {
		return nil, err
	}
	if !set[skillsUser].Has(sectionCandidates) {
		return nil, &prompt.Error{File: skillsUser, Msg: fmt.Sprintf("no section %q, behind which the candidates stand", sectionCandidates)}
	}
	return &prompts{
		source: fsys, routerSystem: set[routerSystem], routerUser: set[routerUser],
		mainSystem: set[mainSystem], finalizer: set[finalizer], taskContext: set[taskContext],
		selection: set[selection], skillsSystem: set[skillsSystem], skillsUser: set[skillsUser], skillUser: set[skillUser],
	}, nil
}

// isBlank says whether a text would leave a heading without anything below it.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// unlessBlank is s, or nothing where s is blank.
func unlessBlank(s string) string {
	if isBlank(s) {
		return ""
	}
	return s
}

// content renders a template that is a part of a message.
func content(t *prompt.Template, data any) (string, error) {
	sections, err := t.Render(data)
	return pipeline.Message{Sections: sections}.Content(), err
}

// message renders a template as a message of the role.
func message(t *prompt.Template, role string, data any) (pipeline.Message, error) {
	sections, err := t.Render(data)
	return pipeline.Message{Role: role, Sections: sections}, err
}
