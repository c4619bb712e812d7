package run

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// nextSteps returns a line or two about what to do after a run; may be none. dialog says that there is a terminal for
// review.
func nextSteps(seen *overview.Overview, j *job, o runOptions, dialog bool) []string {
	var lines, steps []string
	t := &seen.Total
	switch {
	case o.demo:
		return []string{"next: `beaver-eval init --demo DIR` writes this project to a folder, to play with"}
	case j.asking != nil && o.compare:
		return nextOfComparison(seen, j, o)
	case j.asking != nil && j.asking.kept != "" && (seen.Interrupted || seen.NoAnswer > 0):
		return []string{"next: `beaver-eval run --resume " + j.asking.kept + o.again(j.asking) + "` continues this run"}
	case j.asking != nil && j.asking.kept != "":
		return []string{"next: `beaver-eval record --from " + j.asking.kept + "` keeps the answers"}
	case j.journal && seen.Interrupted:
		return []string{"next: `beaver-eval run --resume " + j.name + "` continues this run"}
	case j.asking != nil, seen.Interrupted:
		return nil
	}
	if o.lines != nil && t.Prompts.Differ() > 0 && !j.ci {
		return []string{"next: `beaver-eval diff`; then, if it is meant so, " + acceptTests(j.suites[0], o)}
	}
	if t.Stale > 0 && !j.ci {
		lines = append(lines, "stale answers are a warning here; in CI they fail the run")
	}
	if t.Failed > 0 && j.project.Dir != "" && !j.unkept && !o.watch && o.asksItself() {
		steps = append(steps, "fix the cases, then `beaver-eval run --failed`")
	}
	steps = append(steps, stepsOfReview(seen, j, o, dialog)...)
	if len(steps) > 0 {
		lines = append(lines, "next: "+strings.Join(steps, "; "))
	}
	return lines
}

// nextOfComparison returns what to do after a run that used the answers of an older one.
func nextOfComparison(seen *overview.Overview, j *job, o runOptions) []string {
	switch {
	case seen.Interrupted || seen.NoAnswer > 0:
		return []string{"next: repeat the command"}
	case len(o.prompts) > 0:
		return []string{"next: if these templates are to stay, put them in place; then `beaver-eval record --from " +
			j.asking.kept + "` keeps the answers"}
	}
	return []string{"next: `beaver-eval record --from " + j.asking.kept + "` keeps the answers"}
}

// again returns the flag for the servers of a continued run, if it was given or they have no address by default.
func (o *runOptions) again(who *asking) string {
	if who.servers == nil || o.Hosts == "" && !o.SpeaksOpenAI(who.answers.Model) {
		return ""
	}
	return " --host " + console.Quoted(who.servers.Again())
}

// stepsOfReview returns the steps that review changes.
func stepsOfReview(seen *overview.Overview, j *job, o runOptions, dialog bool) []string {
	t := &seen.Total
	differ := t.Prompts.Differ() - t.Prompts.Conflicted
	if j.ci && differ+t.Forms+t.Conflicted > 0 {
		return []string{"run this on your machine, review the changes, and commit what you accept with " +
			"`beaver-eval accept`"}
	}
	var steps []string
	as := sameChoice(j, o)
	if t.Conflicted > 0 {
		steps = append(steps, mergeStep(&seen.Unmerged, as))
	}
	look := as.command("review") + ", or "
	switch {
	case dialog && o.command == nil:
	case j.unkept: // the last report is another run's
		look = ""
	default:
		look = "`beaver-eval diff`, then "
	}
	switch accept := as.command("accept"); {
	case t.Pending == 0 && t.Forms == 0:
	case differ > t.Prompts.New && t.Pending > 0:
		steps = append(steps, look+accept+as.orElse("CASE", "--cause ID"))
	case differ > 0 && t.Pending > 0:
		if !dialog || o.command != nil {
			look = ""
		}
		steps = append(steps, look+accept+as.orElse("CASE")+" takes the new prompts")
	case t.Forms > 0 && differ == 0:
		steps = append(steps, "the forms wait for review: "+accept+as.orElse("CASE")+" takes them")
	}
	return steps
}

// mergeStep says how to resolve goldens after a merge: new prompts replace them once these have no conflicts any more.
func mergeStep(unmerged *overview.Unmerged, as choiceAgain) string {
	accept := "`beaver-eval accept --conflicted" + as.from + as.driven + "` replaces the goldens"
	if unmerged.Cases == 0 {
		return accept
	}
	texts := printable.Line(strings.Join(unmerged.Texts, ", "))
	return "resolve the merge in " + texts + " and run again, then " + accept
}

// choiceAgain is the choice of a run in the flags of review and accept.
type choiceAgain struct {
	cases  string // CASE..., instead of --all
	suites string
	stages string // which accept takes and review does not
	from   string // --from, --requests
	driven string // -- COMMAND, which accept takes and review does not
}

// sameChoice repeats the filters of a run. If accept lacks one of them, all are left out: --all by itself takes what
// the newest run has shown.
func sameChoice(j *job, o runOptions) choiceAgain {
	var as choiceAgain
	for _, p := range o.prompts {
		as.from += " --from " + console.Quoted(p)
	}
	if o.command != nil {
		for _, arg := range append([]string{"--"}, o.command...) {
			as.driven += " " + console.Quoted(arg)
		}
	}
	if o.requests != "" || o.command != nil { // they are about one suite
		for _, s := range j.suites {
			as.suites += " --suite " + console.Quoted(s.Name)
		}
	}
	if o.requests != "" {
		as.from += " --requests " + console.Quoted(o.requests)
	}
	if len(o.Tags)+len(o.Keywords) > 0 || o.failed {
		return as
	}
	if as.suites == "" {
		for _, suite := range o.Suites {
			as.suites += " --suite " + console.Quoted(suite)
		}
	}
	for _, name := range o.names {
		as.cases += " " + console.Quoted(name)
	}
	for _, stage := range o.Stages {
		as.stages += " --stage " + console.Quoted(stage)
	}
	return as
}

// command returns review or accept with the choice.
func (as choiceAgain) command(verb string) string {
	text := "`beaver-eval " + verb + as.cases
	if verb == "review" {
		return text + as.suites + as.from + "`"
	}
	if as.cases == "" {
		text += " --all"
	}
	return text + as.suites + as.stages + as.from + as.driven + "`"
}

// orElse names alternatives to accept's --all.
func (as choiceAgain) orElse(ways ...string) string {
	if as.cases != "" {
		ways = ways[1:]
	}
	if len(ways) == 0 {
		return ""
	}
	return " (or " + strings.Join(ways, ", ") + ")"
}

// acceptTests says how to accept what an application's own tests have shown.
func acceptTests(s *project.Suite, o runOptions) string {
	accept := "`beaver-eval accept --all --suite " + console.Quoted(s.Name)
	switch {
	case o.acceptWith != "":
		return "`" + printable.Line(o.acceptWith) + "`"
	case o.command != nil:
		for _, arg := range append([]string{"--"}, o.command...) {
			accept += " " + console.Quoted(arg)
		}
		return accept + "`"
	case s.Tests() != nil:
		return accept + "`"
	}
	return "run the tests with `beaver-eval proxy --accept`"
}
