package reports

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// Skills counts what skills add to prompts: which were offered, and how many tokens their sections have.
type Skills struct {
	offered    int // candidates over all runs
	retrievals int
	stages     map[string]*spread
	skills     map[string]*spread
}

// spread is how often each number of tokens occurred. It stays small however many calls there are.
type spread struct {
	counts  map[int]int
	calls   int
	total   int
	largest int
	of      string // the skill that is largest
}

func (s *spread) add(tokens int, of string, largest int) {
	if s.counts == nil {
		s.counts = map[int]int{}
	}
	s.counts[tokens]++
	s.calls++
	s.total += tokens
	if largest > s.largest {
		s.largest, s.of = largest, of
	}
}

// quantile is the smallest number that a share of the calls does not exceed.
func (s *spread) quantile(share float64) int {
	seen := 0
	for _, n := range slices.Sorted(maps.Keys(s.counts)) {
		if seen += s.counts[n]; float64(seen) >= share*float64(s.calls) {
			return n
		}
	}
	return 0
}

// Add counts one more result.
func (s *Skills) Add(r *suites.Result) {
	if r.Trace == nil {
		return
	}
	for _, c := range r.Trace.Calls() {
		s.call(c)
	}
	for _, found := range r.Trace.Retrievals() {
		s.retrievals++
		s.offered += len(found.Candidates)
	}
}

func (s *Skills) call(c *suites.Call) {
	if s.stages == nil {
		s.stages, s.skills = map[string]*spread{}, map[string]*spread{}
	}
	sum, largest, of := 0, 0, ""
	for _, m := range c.Request.Messages {
		for _, section := range m.Sections {
			name, is := strings.CutPrefix(section.Name, pipeline.SectionSkill)
			if !is {
				continue
			}
			n := pipeline.EstimateTokens(section.Text)
			sum += n
			entry(s.skills, name).add(n, name, n)
			if n > largest {
				largest, of = n, name
			}
		}
	}
	if of != "" {
		entry(s.stages, c.Stage).add(sum, of, largest)
	}
}

func entry(m map[string]*spread, key string) *spread {
	if m[key] == nil {
		m[key] = &spread{}
	}
	return m[key]
}

// Widths of names, so that a row fits 80 columns.
const (
	whereWidth = 26
	ofWidth    = 12
)

// mostSkills is how many skills the table names.
const mostSkills = 10

// WriteTable prints the counts, tokens by stage, and the skills that cost most. Without any skill it prints nothing.
func (s *Skills) WriteTable(w io.Writer) error {
	if len(s.stages) == 0 {
		return nil
	}
	const head = "skills: %d candidates offered in %d runs;\ntokens (estimated) that skills add to a call:\n"
	fmt.Fprintf(w, head, s.offered, s.retrievals)
	var rows [][]string
	for _, stage := range slices.Sorted(maps.Keys(s.stages)) {
		rows = append(rows, s.stages[stage].row("stage "+stage))
	}
	names := slices.SortedFunc(maps.Keys(s.skills), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.skills[b].total, s.skills[a].total), cmp.Compare(a, b))
	})
	for _, name := range names[:min(mostSkills, len(names))] {
		rows = append(rows, s.skills[name].row(pipeline.SectionSkill+name))
	}
	if err := narrowTable(w, []Column{{Title: "where"}, {"calls", true}, {"tokens", true}, {"median", true}, {"p95", true}, {"largest", true}, {Title: "of"}}, rows); err != nil {
		return err
	}
	if more := len(names) - mostSkills; more > 0 {
		fmt.Fprintf(w, "… and %d more skills\n", more)
	}
	fmt.Fprintln(w)
	return nil
}

func (s *spread) row(name string) []string {
	return []string{cut(Printable(name), whereWidth), strconv.Itoa(s.calls), strconv.Itoa(s.total), strconv.Itoa(s.quantile(0.5)), strconv.Itoa(s.quantile(0.95)), strconv.Itoa(s.largest), cut(Printable(s.of), ofWidth)}
}
