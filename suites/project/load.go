package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/recent"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Load reads the suites of a project whose name matches one of the globs (none: all) and checks everything that they
// name: systems, prompts, every case. Each nonempty entry of prompts is a folder on disk, DIR or SYSTEM=DIR, whose
// templates replace those of the suites of this system, or of all systems that know every one of them; a suite with its
// own templates keeps them. With Partly, the suites returned with an error are those that can run.
func Load(
	ctx context.Context, p *Project, systems map[string]pipeline.System, names []string, prompts ...string,
) ([]*Suite, error) {
	given, err := parseOverrides(prompts, systems)
	if err != nil {
		return nil, err
	}
	files, err := suiteFiles(p)
	if len(files) == 0 {
		return nil, err
	}
	var loaded []*Suite
	var claimed []string
	errs := []error{err}
	seen := map[string]string{}
	sought := filter.New(names)
	for _, file := range files {
		s, err := readSuite(p, file, systems)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if other, double := seen[strings.ToLower(s.Name)]; double {
			errs = append(errs, pipeline.FileErrorf(file, 1, "the suite %q is in %s too", s.Name, other))
		}
		seen[strings.ToLower(s.Name)] = file
		claimed = append(claimed, s.named()...)
		sought.See(s.Name)
		if filter.Matches(names, s.Name) {
			loaded = append(loaded, s)
		}
	}
	if err := sought.Err("no suite is named"); err != nil && errors.Join(errs...) == nil {
		return nil, fmt.Errorf("%w; there are: %s", err, strings.Join(slices.Sorted(maps.Keys(seen)), ", "))
	}
	p.keepMasker(loaded)
	p.keepGuards(loaded)
	sets := &skillSets{}
	var sound []*Suite
	broken := map[string]bool{} // systems that reject the templates of the command line: reported once, not by suite
	for _, s := range loaded {
		if broken[s.System] {
			continue
		}
		s.skillSets, s.evaluator = sets, score.NewEvaluator(s.known, s.Prices).Within(s.Budgets)
		err := s.open(ctx, systems, given, claimed)
		if _, ok := errors.AsType[*promptsError](err); ok && s.Prompts == "" {
			broken[s.System] = true
		}
		if errs = append(errs, err); err == nil || s.cases != nil {
			sound = append(sound, s)
		}
	}
	if err := errors.Join(errs...); err != nil {
		if p.Partly {
			loaded = sound
		}
		return loaded, err
	}
	return loaded, given.checkTaken(loaded)
}

// Read reads the suite in the file NAME.yaml or NAME.yml alone, and checks its content, but not the files that it
// names. nil: there is no such file.
func Read(p *Project, systems map[string]pipeline.System, name string) (*Suite, error) {
	for _, ext := range []string{".yaml", ".yml"} {
		file := path.Join(p.Suites, name+ext)
		if _, err := fs.Stat(p.FS, file); err == nil {
			return readSuite(p, file, systems)
		}
	}
	return nil, nil
}

// PackedSuites returns the names of the suites with packed goldens, of all that can be read.
func PackedSuites(p *Project, systems map[string]pipeline.System) map[string]bool {
	files, _ := suiteFiles(p) // those that can be read
	packed := map[string]bool{}
	for _, file := range files {
		if s, err := readSuite(p, file, systems); err == nil && s.Packed() {
			packed[s.Name] = true
		}
	}
	return packed
}

// named returns the files that the suite names by name, not by glob.
func (s *Suite) named() []string {
	var files []string
	for _, c := range s.Cases {
		if !strings.ContainsAny(c, "*?[{") {
			files = append(files, path.Join(s.project.Fixtures, c))
		}
	}
	return files
}

func readSuite(p *Project, file string, systems map[string]pipeline.System) (*Suite, error) {
	data, err := disk.Read(p.FS, file, fixtures.MaxYAML)
	if err != nil {
		return nil, pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err))
	}
	n, err := strict.ParseYAML(file, data)
	if err != nil {
		return nil, err
	}
	s := &Suite{
		file: file, project: p, digest: digestOf(data), vectors: &vectors{}, writing: &writing{},
		found: recent.New[foundSkills](maxFoundSkills),
	}
	n, blocks := n.Split(slices.Sorted(maps.Keys(systems)))
	if err := n.Decode(s); err != nil {
		return nil, err
	}
	s.Name = cmp.Or(s.Name, strings.TrimSuffix(path.Base(file), path.Ext(file)))
	s.node, s.block = n, blocks[s.System]
	return s, s.check(n, blocks, systems)
}

// Values implements strict.Valued.
func (Suite) Values() map[string][]string {
	return map[string][]string{
		"answers": {recordingsFirst}, "ci": {elsewhere}, "goldens": {packedGoldens},
		"replies": {string(pipeline.Strict), string(pipeline.Extract), string(pipeline.Mend)},
	}
}

// check validates what types cannot express.
func (s *Suite) check(n *strict.Node, blocks map[string]*strict.Node, systems map[string]pipeline.System) error {
	if err := fixtures.CheckName(s.Name); err != nil {
		return n.Errorf("suite: %w", err)
	}
	sys, ok := systems[s.System]
	if !ok {
		hint := wording.Hint(s.System, slices.Sorted(maps.Keys(systems)))
		return n.Get("system").Errorf("system: there is no system %q%s", s.System, hint)
	}
	s.system = sys
	if err := s.describe(n); err != nil {
		return err
	}
	sys = s.system
	if err := cmp.Or(pipeline.CheckStages(sys.Stages()), metric.CheckFigures(trace.FiguresOf(sys))); err != nil {
		return n.Get("system").Errorf("system: %s cannot be run: %w", s.System, err)
	}
	for name, b := range blocks {
		if name != s.System {
			return b.Errorf("a block for %s in a suite of %s", name, s.System)
		}
	}
	s.known = trace.VocabularyOf(sys)
	for _, key := range []string{"models", "deadlines", "options", "replies", "format", "think"} {
		m := n.Get(key)
		if m == nil {
			continue
		}
		for i, k := range m.Keys {
			if err := s.known.Setting(k.Name); k.Name != defaultKey && err != nil {
				return m.KeyErrorf(i, "%s: %w", key, err)
			}
		}
	}
	for _, script := range s.Otherwise.Scripts("") {
		if err := s.known.AnswerKey(script.Key); err != nil {
			return script.Errorf("otherwise: %w", err)
		}
	}
	if s.Faults != nil {
		if err := s.Faults.check(s.known, s.IsApplication()); err != nil {
			return err
		}
	}
	if s.Prices != nil {
		if err := s.Prices.Check(n.Get("prices")); err != nil {
			return err
		}
	}
	if err := s.Budgets.Check(n.Get("budgets"), s.known); err != nil {
		return err
	}
	if err := s.checkAnswers(n); err != nil {
		return err
	}
	if named := n.Get("cases"); named != nil && len(s.Cases) == 0 {
		return named.Errorf("cases: it names no case; leave the key out for all of fixtures/conversations")
	}
	if err := errors.Join(s.checkCI(n.Get("ci")), s.checkGoldens(n.Get("goldens"))); err != nil {
		return err
	}
	if err := s.readGates(n.Get("gates")); err != nil {
		return err
	}
	if err := s.readSecrets(n.Get("secrets"), n.Get("scrub")); err != nil {
		return err
	}
	if err := s.readEmbedder(n.Get("embedder")); err != nil {
		return err
	}
	if path.IsAbs(s.Baseline) {
		return n.Get("baseline").Errorf("baseline: want a folder relative to the suite, got %s", s.Baseline)
	}
	for stage, p := range s.Replies {
		if p != pipeline.Strict && p != pipeline.Extract && p != pipeline.Mend {
			return n.Get("replies").Get(stage).Errorf("replies: want %s, %s or %s, got %q", pipeline.Strict,
				pipeline.Extract, pipeline.Mend, p)
		}
	}
	return nil
}

func (s *Suite) checkAnswers(n *strict.Node) error {
	if s.Answers != "" && s.Answers != recordingsFirst {
		return n.Get("answers").Errorf("answers: want %s, got %q", recordingsFirst, s.Answers)
	}
	return nil
}

func (s *Suite) readGates(n *strict.Node) error {
	for i, text := range s.Gates {
		g, err := metric.ParseGate(text, s.known.Figures...)
		if err == nil && g.Suite != "" {
			err = fmt.Errorf("gate %q: a suite's gates are always for that suite: leave the suite's name out", text)
		}
		if bad := metric.CheckFacet(s.known, g.Measure); err == nil && bad != nil {
			err = fmt.Errorf("gate %q: %w", text, bad)
		}
		if err != nil {
			return n.Items[i].Errorf("gates: %w", err)
		}
		g.Suite = s.Name
		s.gates = append(s.gates, g)
	}
	return s.gateBudgets()
}

// gateBudgets adds a gate for each budget.
func (s *Suite) gateBudgets() error {
	for _, text := range s.Budgets.Gates() {
		g, err := metric.ParseGate(text)
		if err != nil {
			return s.node.Get("budgets").Errorf("budgets: %w", err)
		}
		g.Suite = s.Name
		s.gates = append(s.gates, g)
	}
	return nil
}

// open opens what the suite names: prompts, recordings, cases. claimed are the files that suites name one by one.
func (s *Suite) open(
	ctx context.Context, systems map[string]pipeline.System, prompts overrides, claimed []string,
) error {
	for name, other := range systems {
		if name != s.System {
			s.others = append(s.others, trace.VocabularyOf(other))
		}
	}
	if s.Recordings != "" {
		info, err := fs.Stat(s.project.FS, s.RecordingDir())
		if errors.Is(err, fs.ErrNotExist) && s.project.Recording {
			err, info = nil, nil
		}
		if err != nil || info != nil && !info.IsDir() {
			return s.node.Get("recordings").Errorf("recordings: there is no folder %s; `beaver-eval record` creates it",
				s.RecordingDir())
		}
	}
	if err := s.choosePrompts(prompts); err != nil {
		return err
	}
	if err := s.openSkills(ctx); err != nil {
		return err
	}
	q := fixtures.Query{Dir: s.project.Fixtures, Globs: s.Cases, Systems: slices.Sorted(maps.Keys(systems)),
		Check: s.CheckCase, Misplaced: s.misplaced, Empty: s.Driven(), Partly: s.project.Partly}
	if len(q.Globs) == 0 {
		q.Globs, q.Except = []string{"conversations/**"}, claimed
	}
	if !s.project.Chosen.All() {
		q.Wanted = func(id string) bool { return s.project.Chosen.May(s.Name, id) }
	}
	err := s.openCases(ctx, q)
	if err != nil {
		err = fmt.Errorf("%s: its cases cannot be loaded:\n%w", s.file, err)
	}
	if s.cases == nil || err != nil && !s.project.Partly {
		return err
	}
	s.ofFiles = s.cases
	return errors.Join(err, s.addDriven(ctx), s.checkLabels(ctx, q.Systems))
}

// openCases finds the cases and checks them, unless that was done before.
func (s *Suite) openCases(ctx context.Context, q fixtures.Query) (err error) {
	if s.cases = s.project.Checked[s.file]; s.cases != nil {
		return nil
	}
	s.cases, err = fixtures.Open(ctx, s.project.FS, q)
	return err
}

// misplaced prefixes a glob's error with its line; a suite without globs has none.
func (s *Suite) misplaced(glob int, err error) error {
	if globs := s.node.Get("cases"); globs != nil {
		return globs.Items[glob].Errorf("cases: %w", err)
	}
	return err
}

func (s *Suite) checkCaseID(c *fixtures.Case) error {
	if err := s.CheckID(c.ID); err != nil {
		file, line := c.Where()
		return pipeline.FileErrorf(file, line, "%w", err)
	}
	return nil
}

// checkDraft rejects a verdict on a skill draft that the system would ignore.
func (s *Suite) checkDraft(t *fixtures.Turn) error {
	if t.Draft == "" || len(s.known.Deciding(pipeline.DecidesReview)) > 0 {
		return nil
	}
	return t.Node("draft").Errorf("draft: %s learns no skills: no stage of it decides a %s", s.System,
		pipeline.DecidesReview)
}

// CheckCase decodes a case's block for the suite's system and looks for its skills, to report mistakes before anything
// runs.
func (s *Suite) CheckCase(c *fixtures.Case) error {
	ofCase, _ := s.system.Blocks()
	errs := []error{
		s.checkCaseID(c), s.checkSkills(c), checkForms(c), score.CheckExpectations(c),
		s.checkNames(c), s.DecodeBlock(ofCase), c.Block(s.System, ofCase),
	}
	for _, t := range c.AllTurns() {
		_, ofTurn := s.system.Blocks()
		errs = append(errs, t.Block(s.System, ofTurn), s.checkDraft(t), s.checkJudges(t))
	}
	return errors.Join(errs...)
}
