package covered

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
)

// shownNames is how many names a line of the table shows.
const shownNames = 6

// None says that nothing was counted, and why.
const None = "Nothing is counted: no case of this kind ran, or an older version wrote the run."

// shownWords is how much of a text a line of the table shows, in columns.
const shownWords = 60

// WriteTable prints what no case reaches, what one case reaches, and the totals. width is that of the terminal; 0:
// unknown.
func WriteTable(w io.Writer, width int, r *Report) error {
	var b bytes.Buffer
	if r.Empty() {
		fmt.Fprintln(&b, None)
	}
	for _, part := range []struct {
		name, noun, about string
		texts             []Text
	}{
		{"contradicted", "outcome", "reached, which the template calls unreachable", r.Contradicted},
		{"bare", "text", "that no prompt holds", r.Bare},
		{"one-sided", "outcome", "that never came", r.OneSided},
		{"thin", "text", "that exactly one case reaches", r.Thin},
		{"unreachable", "outcome", "that can never come", r.Unreachable},
	} {
		title := fmt.Sprintf("%s: %s %s", part.name, wording.Count(len(part.texts), part.noun), part.about)
		if err := writeTexts(&b, width, title, part.texts); err != nil {
			return err
		}
	}
	if err := r.writeNever(&b, width); err != nil {
		return err
	}
	if err := r.writeTotals(&b); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

func writeTexts(b *bytes.Buffer, width int, title string, texts []Text) error {
	if len(texts) == 0 {
		return nil
	}
	said := "words"
	if texts[0].Why != "" {
		said = "why"
	}
	columns := []table.Column{table.Name(title), table.Text("if"), table.Text(said)}
	if texts[0].Case != "" {
		columns = append(columns, table.Text("case"))
	}
	var cells [][]string
	for _, t := range texts {
		row := []string{fmt.Sprintf("%s:%d", printable.Line(t.File), t.Line), printable.Line(t.If),
			words(cmp.Or(t.Why, t.Words))}
		if t.Case != "" {
			row = append(row, printable.Line(t.Case))
		}
		cells = append(cells, row)
	}
	if err := table.WriteFit(b, width, columns, cells); err != nil {
		return err
	}
	b.WriteByte('\n')
	return nil
}

// words returns the beginning of a text in one line.
func words(text string) string {
	return printable.Cut(printable.Line(strings.Join(strings.Fields(text), " ")), shownWords)
}

// writeNever prints what else no case reaches, a line for each kind and system.
func (r *Report) writeNever(b *bytes.Buffer, width int) error {
	var cells [][]string
	for i := 0; i < len(r.Never); {
		first := r.Never[i]
		var names []string
		for ; i < len(r.Never) && r.Never[i].Kind == first.Kind && r.Never[i].In == first.In; i++ {
			names = append(names, printable.Line(r.Never[i].Name))
		}
		n := len(names)
		if n > shownNames {
			names = append(names[:shownNames], fmt.Sprintf("and %d more", n-shownNames))
		}
		cells = append(cells, []string{string(first.Kind), printable.Line(first.In), fmt.Sprint(n),
			strings.Join(names, ", ")})
	}
	if len(cells) == 0 {
		return nil
	}
	columns := []table.Column{table.Text("never"), table.Text("in"), table.Number("of them"),
		table.Text("the first")}
	if err := table.WriteFit(b, width, columns, cells); err != nil {
		return err
	}
	b.WriteByte('\n')
	return nil
}

// writeTotals prints a line for each kind of which there is something.
func (r *Report) writeTotals(b *bytes.Buffer) error {
	var cells [][]string
	for _, s := range r.Totals() {
		cells = append(cells, []string{s.Name, fmt.Sprint(s.Reached), fmt.Sprint(s.All),
			fmt.Sprintf("%.1f%%", 100*float64(s.Reached)/float64(s.All))})
	}
	if len(cells) == 0 {
		return nil
	}
	return table.Write(b, []table.Column{table.Text("coverage"), table.Number("reached"), table.Number("of"),
		table.Number("share")}, cells)
}

// WriteJSON prints the report as one object.
func WriteJSON(w io.Writer, r *Report) error { return printable.WriteJSON(w, r) }

// WriteLCOV prints the templates and prompt files as a tracefile, as geninfo(1) describes it: how many cases reach each
// line, and each outcome of a statement.
func WriteLCOV(w io.Writer, r *Report) error {
	var b bytes.Buffer
	all := r.byLine()
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].In == all[0].In {
			n++
		}
		r.writeFile(&b, all[:n])
		all = all[n:]
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeFile prints the record of one file.
func (r *Report) writeFile(b *bytes.Buffer, all []coverage.Count) {
	fmt.Fprintf(b, "TN:\nSF:%s\n", printable.Line(all[0].In))
	hits, last, branches, taken := map[int]int{}, 0, 0, 0
	for i := range all {
		c := &all[i]
		n := r.hits(c)
		for _, line := range c.Lines {
			if most, known := hits[line]; !known || n > most {
				hits[line] = n
			}
			last = max(last, line)
		}
		if c.Kind != coverage.Branch || strings.HasPrefix(c.What, "define ") || c.Unreachable != "" && n == 0 {
			continue
		}
		fmt.Fprintf(b, "BRDA:%d,%d,%d,%d\n", c.Line, c.Of, c.N, n)
		if branches++; n > 0 {
			taken++
		}
	}
	fmt.Fprintf(b, "BRF:%d\nBRH:%d\n", branches, taken)
	hit := 0
	for line := 1; line <= last; line++ {
		n, known := hits[line]
		if !known {
			continue
		}
		fmt.Fprintf(b, "DA:%d,%d\n", line, n)
		if n > 0 {
			hit++
		}
	}
	fmt.Fprintf(b, "LF:%d\nLH:%d\nend_of_record\n", len(hits), hit)
}
