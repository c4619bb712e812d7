package run

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// The next steps repeat the run's filters if accept and review have all of them, else none. At a terminal they name
// review.
func TestNextSteps(t *testing.T) {
	changed := overview.Summary{Prompts: overview.Prompts{Changed: 2}, Pending: 1}
	fresh := overview.Summary{Prompts: overview.Prompts{New: 2}, Pending: 1}
	forms := overview.Summary{Forms: 1, Pending: 1}
	filtered := func(f stored.Filter, names ...string) runOptions {
		return runOptions{Filters: console.Filters{Filter: f}, names: names}
	}
	const diffThen = "next: `beaver-eval diff`, then "
	app := []*project.Suite{{Name: "my app"}}
	for name, tt := range map[string]struct {
		total  overview.Summary
		o      runOptions
		suites []*project.Suite
		dialog bool
		unkept bool
		want   []string
	}{
		"nothing": {total: overview.Summary{}, want: nil},
		"whole":   {total: changed, want: []string{diffThen + "`beaver-eval accept --all` (or CASE, --cause ID)"}},
		"a dialog": {total: changed, dialog: true, want: []string{
			"next: `beaver-eval review`, or `beaver-eval accept --all` (or CASE, --cause ID)"}},
		"new": {total: fresh, want: []string{"next: `beaver-eval accept --all` (or CASE) takes the new prompts"}},
		"new, a dialog": {total: fresh, dialog: true, want: []string{
			"next: `beaver-eval review`, or `beaver-eval accept --all` (or CASE) takes the new prompts"}},
		"forms": {total: forms, want: []string{
			"next: the forms wait for review: `beaver-eval accept --all` (or CASE) takes them"}},
		"suites": {total: changed, o: filtered(stored.Filter{Suites: []string{"a", "b*"}}), want: []string{
			diffThen + "`beaver-eval accept --all --suite a --suite 'b*'` (or CASE, --cause ID)"}},
		"suites, a dialog": {total: changed, o: filtered(stored.Filter{Suites: []string{"a"}}), dialog: true,
			want: []string{"next: `beaver-eval review --suite a`, or `beaver-eval accept --all --suite a` " +
				"(or CASE, --cause ID)"}},
		"cases": {total: changed, o: filtered(stored.Filter{}, "it's", "s/x"), want: []string{
			diffThen + "`beaver-eval accept 'it'\\''s' s/x` (or --cause ID)"}},
		"cases of a suite, a dialog": {total: changed, o: filtered(stored.Filter{Suites: []string{"s"}}, "a"),
			dialog: true,
			want: []string{"next: `beaver-eval review a --suite s`, or `beaver-eval accept a --suite s` " +
				"(or --cause ID)"}},
		"new cases": {total: fresh, o: filtered(stored.Filter{}, "a"), want: []string{
			"next: `beaver-eval accept a` takes the new prompts"}},
		"stages": {total: changed, o: filtered(stored.Filter{Stages: []string{"router"}}), want: []string{
			diffThen + "`beaver-eval accept --all --stage router` (or CASE, --cause ID)"}},
		"a tag, which accept does not know": {total: changed,
			o:    filtered(stored.Filter{Suites: []string{"a"}, Tags: []string{"smoke"}}, "x"),
			want: []string{diffThen + "`beaver-eval accept --all` (or CASE, --cause ID)"}},
		"a part of ids": {total: changed, o: filtered(stored.Filter{Keywords: []string{"x"}}),
			want: []string{diffThen + "`beaver-eval accept --all` (or CASE, --cause ID)"}},
		"templates": {total: changed, o: runOptions{prompts: []string{"my p"}}, dialog: true, want: []string{
			"next: `beaver-eval review --from 'my p'`, or `beaver-eval accept --all --from 'my p'` " +
				"(or CASE, --cause ID)"}},
		"a log": {total: changed, o: runOptions{requests: "log.jsonl"}, suites: app, want: []string{
			diffThen + "`beaver-eval accept --all --suite 'my app' --requests log.jsonl` (or CASE, --cause ID)"}},
		"tests that drive": {total: changed, o: runOptions{command: []string{"npm", "test", "a b"}}, suites: app,
			dialog: true, want: []string{
				diffThen + "`beaver-eval accept --all --suite 'my app' -- npm test 'a b'` (or CASE, --cause ID)"}},
		"tests that drive, new": {total: fresh, o: runOptions{command: []string{"npm", "test"}}, suites: app,
			dialog: true,
			want: []string{"next: `beaver-eval accept --all --suite 'my app' -- npm test` (or CASE) " +
				"takes the new prompts"}},
		"a watch": {total: changed, o: runOptions{watch: true}, unkept: true, want: []string{
			"next: `beaver-eval accept --all` (or CASE, --cause ID)"}},
		"no report": {total: changed, unkept: true, want: []string{
			"next: `beaver-eval accept --all` (or CASE, --cause ID)"}},
		"no report, a dialog": {total: changed, unkept: true, dialog: true, want: []string{
			"next: `beaver-eval review`, or `beaver-eval accept --all` (or CASE, --cause ID)"}},
		"no report, failed cases": {total: overview.Summary{Failed: 1}, unkept: true},
	} {
		t.Run(name, func(t *testing.T) {
			j := &job{project: &project.Project{Dir: "x"}, suites: tt.suites, unkept: tt.unkept}
			got := nextSteps(&overview.Overview{Total: tt.total}, j, tt.o, tt.dialog)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
