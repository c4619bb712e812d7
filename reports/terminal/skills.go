package terminal

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// skills counts what skills add to prompts: the offered ones, and the tokens of their sections.
type skills struct {
	offered    int // candidates over all runs
	retrievals int
	byStage    map[string]*spread
	bySkill    map[string]*spread
}

// spread is a histogram of numbers of tokens. It stays small however many calls there are.
type spread struct {
	counts  map[int]int
	calls   int
	total   int
	largest int
	of      string // the largest skill
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

// quantile returns the smallest number that a share of the calls does not exceed.
func (s *spread) quantile(share float64) int {
	seen := 0
	for _, n := range slices.Sorted(maps.Keys(s.counts)) {
		if seen += s.counts[n]; float64(seen) >= share*float64(s.calls) {
			return n
		}
	}
	return 0
}

// add counts one more result.
func (s *skills) add(r *result.Result) {
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

func (s *skills) call(c *trace.Call) {
	if s.byStage == nil {
		s.byStage, s.bySkill = map[string]*spread{}, map[string]*spread{}
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
			entry(s.bySkill, name).add(n, name, n)
			if n > largest {
				largest, of = n, name
			}
		}
	}
	if of != "" {
		entry(s.byStage, c.Stage).add(sum, of, largest)
	}
}

func entry(m map[string]*spread, key string) *spread {
	if m[key] == nil {
		m[key] = &spread{}
	}
	return m[key]
}

// Widths of names, so that a row fits a terminal of 80 columns.
const (
	whereWidth = 26
	ofWidth    = 12
)

// mostSkills is how many skills the table names.
const mostSkills = 10

// write prints the counts, tokens by stage, and the skills that cost most. Without any skill it prints nothing.
func (s *skills) write(w io.Writer, width int) error {
	if len(s.byStage) == 0 {
		return nil
	}
	const head = "skills: %s offered in %s;\ntokens (estimated) that skills add to a call:\n"
	fmt.Fprintf(w, head, wording.Number(s.offered, "candidate"), wording.Number(s.retrievals, "run"))
	var rows [][]string
	for _, stage := range slices.Sorted(maps.Keys(s.byStage)) {
		rows = append(rows, s.byStage[stage].row("stage "+stage, width))
	}
	names := slices.SortedFunc(maps.Keys(s.bySkill), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.bySkill[b].total, s.bySkill[a].total), cmp.Compare(a, b))
	})
	for _, name := range names[:min(mostSkills, len(names))] {
		rows = append(rows, s.bySkill[name].row(pipeline.SectionSkill+name, width))
	}
	columns := []table.Column{
		table.Text("where"), table.Number("calls"), table.Number("tokens"), table.Number("median"), table.Number("p95"),
		table.Number("largest"), table.Text("of"),
	}
	if err := table.WriteFit(w, width, columns, rows); err != nil {
		return err
	}
	if more := len(names) - mostSkills; more > 0 {
		fmt.Fprintf(w, "… and %d more skills\n", more)
	}
	fmt.Fprintln(w)
	return nil
}

func (s *spread) row(name string, width int) []string {
	cells := []string{cut(printable.Line(name), whereWidth, width)}
	for _, n := range []int{s.calls, s.total, s.quantile(0.5), s.quantile(0.95), s.largest} {
		cells = append(cells, strconv.Itoa(n))
	}
	return append(cells, cut(printable.Line(s.of), ofWidth, width))
}
