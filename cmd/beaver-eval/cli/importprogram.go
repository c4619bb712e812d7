package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/importers"
	"github.com/beaver-eval/beaver-eval/pipeline"
	application "github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// drivenProgram is the application of a project that imported conversations are to drive.
type drivenProgram struct {
	suite  *project.Suite // that describes it
	speaks string         // the stage whose answers are its replies
	others []string       // stages that its last run asked too, and that nothing but a case answers
}

// drivenProgram returns the application that conversations become cases of; nil: they become Beaver's. It is the
// default if all suites of the project are applications: with several programs, --suite or --system has to say more.
func (a *app) drivenProgram(ctx context.Context, p *project.Project, o importOptions) (*drivenProgram, error) {
	wanted := o.system == application.Name || o.suite != "" || o.stage != ""
	suites, err := project.ReadAll(p, a.Systems)
	if err != nil {
		if wanted {
			return nil, err
		}
		return nil, nil // other imports read no suite
	}
	of := slices.DeleteFunc(slices.Clone(suites), func(s *project.Suite) bool { return !s.IsApplication() })
	switch {
	case o.system != "" && !wanted, !wanted && (len(of) == 0 || len(of) < len(suites)):
		return nil, nil
	case len(of) == 0:
		return nil, errors.New("--system app: no suite describes an application: `beaver-eval init` writes one")
	}
	d := &drivenProgram{}
	if d.suite, err = chosenSuite(of, o.suite); err != nil {
		return nil, err
	}
	if d.suite.Name == o.Name {
		return nil, fmt.Errorf("--name: %s is the suite of the program itself: give the import another name", o.Name)
	}
	return d, a.findSpeaker(ctx, p, d, o.stage)
}

// chosenSuite returns the suite of a name, or the only one; several that describe the same program, as imports leave
// them, count as one.
func chosenSuite(of []*project.Suite, name string) (*project.Suite, error) {
	var names, texts []string
	for _, s := range of {
		if s.Name == name {
			return s, nil
		}
		text, err := s.Described()
		if err != nil {
			return nil, err
		}
		names, texts = append(names, s.Name), append(texts, text)
	}
	switch {
	case name != "":
		return nil, fmt.Errorf("--suite: %s describes no application%s", name, wording.Hint(name, names))
	case slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] }):
		return nil, fmt.Errorf("--suite: which program? These suites describe one: %s", strings.Join(names, ", "))
	}
	return of[0], nil
}

// findSpeaker finds the stage that speaks to the user: the given one, the one whose answers were the replies of the
// suite's last run, or the only one.
func (a *app) findSpeaker(ctx context.Context, p *project.Project, d *drivenProgram, given string) error {
	var known []string
	for _, s := range d.suite.Pipeline().Stages() {
		known = append(known, s.Name)
	}
	if given != "" && !slices.Contains(known, given) {
		return fmt.Errorf("--stage: %s has no stage %q%s", d.suite.Name, given, wording.Hint(given, known))
	}
	asked, replied, err := lastRun(ctx, p.OnDisk(p.Reports), d.suite.Name)
	if err != nil {
		return err
	}
	switch {
	case given != "":
		d.speaks = given
	case len(replied) == 1:
		d.speaks = replied[0]
	case len(known) == 1:
		d.speaks = known[0]
	default:
		return fmt.Errorf("--stage: which stage of %s speaks to the user: %s? (no kept run shows exactly one whose "+
			"answers are the replies; `beaver-eval run --suite %[1]s` makes one)", d.suite.Name,
			strings.Join(known, ", "))
	}
	answered := map[string]bool{d.speaks: true}
	for _, script := range d.suite.Otherwise.Scripts("") {
		answered[script.Key] = true
	}
	d.others = slices.DeleteFunc(asked, func(stage string) bool { return answered[stage] })
	return nil
}

// mostShown is how many cases of a run are looked at: all use the same stages.
const mostShown = 20

// lastRun returns the stages that the newest kept run of a suite asked, and those whose answers were replies; sorted.
func lastRun(ctx context.Context, reports, suite string) (asked, replied []string, err error) {
	runs, err := stored.Recent(reports, mostShown)
	if err != nil {
		return nil, nil, nil // there is none yet
	}
	for _, run := range slices.Backward(runs) {
		var ids []string
		err := run.Cases(ctx, rows.With{}, func(c *rows.Case) error {
			if c.Suite == suite && len(ids) < mostShown {
				ids = append(ids, c.Result.Case)
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
		for _, id := range ids {
			c, err := rows.ReadCase(ctx, run.Folder(), suite, id, 0)
			if err != nil {
				return nil, nil, err
			}
			for _, call := range c.Trace.Calls() {
				asked = append(asked, call.Stage)
				if isReply(c.Trace, call) {
					replied = append(replied, call.Stage)
				}
			}
		}
		if len(asked) > 0 {
			slices.Sort(asked)
			slices.Sort(replied)
			return slices.Compact(asked), slices.Compact(replied), nil
		}
	}
	return nil, nil, nil
}

// isReply reports whether the answer to a call is what the user got in its turn.
func isReply(t *trace.Trace, call *trace.Call) bool {
	said := strings.TrimSpace(call.Response.Content)
	return said != "" && slices.ContainsFunc(t.Outcomes, func(o trace.Outcome) bool {
		turn, _, _ := strings.Cut(call.Request.Path, "/")
		return o.Place == turn && slices.ContainsFunc(o.Replies, func(r pipeline.Reply) bool {
			return strings.TrimSpace(r.Text) == said
		})
	})
}

// importer returns what an import needs of the program.
func (d *drivenProgram) importer() (*importers.Program, error) {
	lines, err := d.suite.Described()
	return &importers.Program{Stage: d.speaks, Lines: lines}, err
}

// tellProgram prints which stage the conversations answer, and which have no answers.
func (a *app) tellProgram(d *drivenProgram, r *importers.Report) error {
	fmt.Fprintf(a.Stdout, "\nthe assistant's words answer the stage %s of %s\n", d.speaks, d.suite.Name)
	if len(d.others) > 0 {
		fmt.Fprintf(a.Stdout, "NOTE: the file has no answers for %s: write some under `otherwise:` in %s\n",
			strings.Join(d.others, ", "), r.Files[len(r.Files)-1])
	}
	return console.Fault(a.Stdout.Flush())
}
