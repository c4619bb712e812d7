package record

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/live"
)

// Limits for printing the changed texts of a case.
const (
	mostTexts   = 10
	mostBytes   = 64 << 10 // of one
	mostLines   = 20       // of its diff
	mostContext = 80       // characters of a long line around a difference
	around      = 1        // lines above and below
)

// texts prints changed answers, old and new.
func texts(w io.Writer, all []live.Text) error {
	var b strings.Builder
	for _, t := range all[:min(mostTexts, len(all))] {
		fmt.Fprintf(&b, "  %s:\n", printable.Line(t.Path))
		before, now := printable.ClipBytes(t.Before, mostBytes), printable.ClipBytes(t.Now, mostBytes)
		lines := cells.InContext(hunks(before, now), mostContext)
		printable.Diff(printable.Plain{Writer: &b}, lines[:min(mostLines, len(lines))])
		if more := len(lines) - mostLines; more > 0 {
			fmt.Fprintf(&b, "  … and %s\n", wording.Number(more, "more line"))
		}
	}
	if more := len(all) - mostTexts; more > 0 {
		fmt.Fprintf(&b, "  and %s\n", wording.Number(more, "more text"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// hunks returns the differences of two texts, by lines.
func hunks(before, now string) []edit.Hunk {
	old, new := strings.Split(before, "\n"), strings.Split(now, "\n")
	var all []edit.Hunk
	for _, r := range diff.Regions(diff.Common(old, new, diff.MaxGrid), len(old), len(new)) {
		all = append(all, edit.Hunk{
			Old: old[r.Old:r.OldEnd], New: new[r.New:r.NewEnd], At: r.New + 1,
			Above: new[max(0, r.New-around):r.New], Below: new[r.NewEnd:min(len(new), r.NewEnd+around)],
		})
	}
	return all
}
