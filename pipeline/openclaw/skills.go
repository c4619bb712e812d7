package openclaw

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// takeSkills takes the snapshot of the run: made anew for each (O-16), or kept until the skills' version is bumped, as
// the program does.
func (r *run) takeSkills() error {
	made := r.now.skills
	if r.block.program() {
		if !r.versions.Stale(made.known(), r.folder(), made == nil) {
			return r.reportSkills()
		}
	}
	same := made != nil && made.library == r.turn.in.Library && r.turn.in.Files == nil // files may hold skills
	if !same || r.block.program() {
		snap, err := r.makeSnapshot()
		if err != nil {
			return err
		}
		r.now.skills = snap
	}
	return r.reportSkills()
}

// makeSnapshot reads the current skills, judges them, and cuts the catalogue to its budget.
func (r *run) makeSnapshot() (*snapshot, error) {
	settings := r.skillSettings()
	found, left := r.inWorkspace(settings)
	library := r.libraries.get(r.turn.in, settings, found)
	n := len(library.Entries)
	intro, err := rendered(r.prompts.catalogue, catalogueData{Cut: true, Listed: n, Of: n,
		Note: inBlock("skills.remote.note").Of(settings.Remote.Note)})
	if err != nil {
		return nil, err
	}
	snap := library.Snapshot(settings, jstext.Len(intro.String()))
	snap.Report = append(left, snap.Report...)
	snap.Version = r.versions.Current(r.folder())
	shown := snap.Shown
	text, err := rendered(r.prompts.catalogue, catalogueData{
		Note: inBlock("skills.remote.note").Of(shown.Note), Cut: shown.Cut, Listed: len(shown.Entries), Of: shown.Of,
		XML: shown.XML(),
	})
	if shown.XML() == nil && !shown.Cut {
		text = nil // nothing listed, nothing omitted
	}
	return &snapshot{Snapshot: snap, library: r.turn.in.Library, text: text, warnings: library.Warnings}, err
}

// inWorkspace returns the skills of the working folder: the project's in .agents/skills, and its own in skills (O-10).
func (r *run) inWorkspace(s catalogue.Settings) (found []skills.Place, left []catalogue.Finding) {
	if r.turn.in.Files == nil || r.block.Fail != "" {
		return nil, nil
	}
	for _, in := range [][2]string{{"project", ".agents/skills"}, {"workspace", "skills"}} {
		source, dir := in[0], in[1]
		at, not := catalogue.FindRoots(r.turn.in.Files, catalogue.Root{
			Source: source, Dir: dir, Shown: path.Join(r.folder(), dir),
		}, s.Limits)
		found, left = append(found, at...), append(left, not...)
	}
	return found, left
}

// skillSettings returns the block's, with the workspace of the prompt.
func (r *run) skillSettings() catalogue.Settings {
	s := r.block.Skills
	s.Program = r.block.program()
	if s.Workspace == "" {
		s.Workspace = r.folder()
	}
	return s
}

// bumped bumps the version of the skills before a turn (O-16, compat: program).
func (c *conversation) bumped(rt *pipeline.Runtime, b TurnBlock) error {
	switch b.Bump {
	case "":
	case "global":
		c.versions.Bump("", rt.Now())
	case "workspace":
		c.versions.Bump(c.folder(), rt.Now())
	default:
		return wrong("bump: want global or workspace, got %q", b.Bump)
	}
	return nil
}

// candidate is a skill that the model is offered.
type candidate struct {
	Name string `json:"name"`
	Rank int    `json:"rank"`
}

// reportSkills reports in the place of the run the available skills and those that are not: all by name if that differs
// from the last report, and in each run those whose files are to blame, by reason.
func (r *run) reportSkills() error {
	snap := r.now.skills
	if len(snap.Shown.Entries) > 0 && r.reads() {
		list := make([]candidate, len(snap.Shown.Entries))
		for i, e := range snap.Shown.Entries {
			list[i] = candidate{e.Name, i + 1}
		}
		r.rt.Event(pipeline.EventCandidates, list)
		r.rt.Decided(stageSkills, []string{})
	}
	if err := r.tellProblems(snap); err != nil {
		return err
	}
	blamed := map[pipeline.Reason][]string{}
	for _, f := range snap.Report {
		if reason, failed := f.Fallback(); failed {
			blamed[reason] = append(blamed[reason], f.Path)
		}
	}
	for _, reason := range []pipeline.Reason{reasonUnreadable, reasonInvalid, reasonTooLarge} {
		if paths := blamed[reason]; len(paths) > 0 {
			r.rt.Fallback(pipeline.Fallback{Stage: stageSkills, Reason: reason, Tries: 1, Detail: named(paths)})
		}
	}
	return nil
}

// tellProblems reports the skills that the model does not see, and the problems of those that it does.
func (r *run) tellProblems(snap *snapshot) error {
	told, err := json.Marshal([]any{snap.Report, snap.warnings})
	if err != nil || r.reported == string(told) || r.session.level > 0 {
		return err
	}
	r.turn.reported = string(told)
	if len(snap.Report) > 0 {
		r.rt.Event(stageSkills, snap.Report)
	}
	if len(snap.warnings) > 0 {
		r.rt.Event("skill warnings", snap.warnings)
	}
	return nil
}

// eventCost is the event of what the skills of a run cost: a catalogue.Cost.
const eventCost = "skill tokens"

// tellCost reports the cost and the saving of loading skills step by step (O-18).
func (r *run) tellCost() {
	if snap := r.now.skills; r.reads() && len(snap.Shown.Entries)+len(r.opened) > 0 {
		r.rt.Event(eventCost, snap.Cost(r.opened, r.tokens))
	}
}

// named returns the first of some files, and the number of the others.
func named(paths []string) string {
	const most = 3
	if len(paths) <= most {
		return strings.Join(paths, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(paths[:most], ", "), len(paths)-most)
}

// command expands a user message that calls a skill as /name (O-13); any other message stays as it is.
func (r *run) command(text pipeline.Pieces) (pipeline.Pieces, error) {
	all := jstext.TrimRight(text.String())
	line := jstext.TrimLeft(all)
	if r.in.kind != kindMessage || !r.reads() || !strings.HasPrefix(line, "/") {
		return text, nil
	}
	name := line[1:]
	if end := strings.IndexFunc(name, jstext.IsSpace); end >= 0 {
		name = name[:end]
	}
	skill := r.now.skills.Invocable(name)
	if skill == nil {
		return text, nil
	}
	rest := jstext.TrimLeft(line[1+len(name):])
	return rendered(r.prompts.skill, skillData{
		Name: skill.Text().Of(skill.Name), Location: skill.Text().Of(r.skillSettings().Shown(skill.Location)),
		Rest: text.Cut(len(all)-len(rest), len(all)), Read: toolRead,
	})
}
