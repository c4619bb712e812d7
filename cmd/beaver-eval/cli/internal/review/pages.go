package review

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

func (d *Dialog) header() string {
	switch {
	case d.page == helpPage:
		return "Help"
	case d.page == listPage:
		return wording.Number(len(d.groups), "group") + " · " + d.tally()
	case d.atEnd() && d.count(Open) == 0:
		return "All groups are decided"
	case d.atEnd():
		return wording.Number(d.count(Open), "group") + " not decided"
	}
	g := d.groups[d.at]
	place := fmt.Sprintf("Group %d of %d", d.at+1, len(d.groups))
	if d.page == callPage {
		return fmt.Sprintf("Call %d of %d · %s · %s", d.call+1, len(g.Calls)+g.More, place, g.Calls[d.call].Name)
	}
	if what := d.decisions[d.at]; what != Open {
		place += ", " + what.done()
	}
	return place + " · " + d.tally()
}

// tally counts the decisions.
func (d *Dialog) tally() string {
	return fmt.Sprintf("%d accepted, %d rejected, %d skipped", d.count(Accept), d.count(Reject), d.count(Skip))
}

// below says how much of the body the window does not show.
func (d *Dialog) below(rows int) string {
	switch {
	case rows > 0:
		return "… " + wording.Number(rows, "more line") + " (j k, PgDn PgUp)"
	case d.top > 0:
		return "the end (k, PgUp)"
	case d.page == callPage && d.groups[d.at].More > 0 && d.call == len(d.groups[d.at].Calls)-1:
		return fmt.Sprintf("… %s, not shown here", wording.Number(d.groups[d.at].More, "more call"))
	}
	return ""
}

// keys names the keys, as verbosely as there is room for.
func (d *Dialog) keys() string {
	if d.search.typing {
		return d.typed()
	}
	for _, keys := range d.keyLines() {
		if printable.Width(keys) <= d.columns {
			return keys
		}
	}
	return "? help"
}

// typed returns the search text typed so far: only its end if there is no room for all.
func (d *Dialog) typed() string {
	text := []rune(printable.Line(d.change(d.search.text)))
	for len(text) > 0 && printable.Width(string(text))+2 > d.columns {
		text = text[1:]
	}
	return "/" + string(text) + "_"
}

func (d *Dialog) keyLines() []string {
	switch {
	case d.page == helpPage:
		return []string{"any other key: back"}
	case d.page == listPage:
		return []string{
			"j k choose  Enter show  a accept  r reject  s skip  u take back  l back  ? help",
			"j k choose  Enter show  l back  ? help",
		}
	case d.page == callPage:
		open := "f open all"
		if d.whole {
			open = "f fold"
		}
		return []string{
			"n next call  p previous  " + open + "  / search  e edit  d back  a r s  ? help",
			"n p calls  f folds  d back  ? help",
		}
	case d.atEnd():
		return []string{"Enter: carry this out  u take back  p back  l list  ? help", "Enter ends  u take back  ? help"}
	}
	return []string{
		"a accept  r reject  s skip  A R S the rest  d calls  n p groups  l list  / search  e edit  u take back  " +
			"q end  ? help",
		"a accept  r reject  s skip  d calls  n p groups  l list  / find  e edit  ? help",
		"a r s decide  d  n p  l  /  e  ? help",
	}
}

// summary lists the decisions.
func (d *Dialog) summary() *Text {
	t := &Text{}
	open := ""
	if n := d.count(Open); n > 0 {
		open = fmt.Sprintf(", %d open", n)
	}
	fmt.Fprintf(t, "%s%s.\n\n", d.tally(), open)
	for i, g := range d.groups {
		fmt.Fprintf(t, "%s  %s  %s\n", d.decisions[i], g.ID, g.Title)
	}
	return t
}

// row returns a group in the list, in one row.
func (d *Dialog) row(i int) line {
	g, sign := d.groups[i], " "
	if i == d.at {
		sign = ">"
	}
	l := line{text: fmt.Sprintf("%s %-6s  %s  %s", sign, d.decisions[i], g.ID, g.Title), cut: true}.safe(d.change)
	if i == d.at {
		l.to = len(l.text)
	}
	return l
}

func help() *Text {
	t := &Text{}
	fmt.Fprint(t, `a r s    accept, reject or skip this group; what is skipped stays under review
A R S    the same for all open groups
n p      the next or previous group; a r s change a decision (also the arrows)
l        the list of groups: j and k choose one, Enter shows it, l goes back
d        the calls behind the group, with what differs open and the rest folded:
         f opens all, n and p go through the calls, d goes back
/        search; / and Enter again go to the next match, Esc leaves it
e        open the file of the group in $VISUAL or $EDITOR
u        take back the last decision
j k      scroll (also the arrows, PgDn and PgUp, space and b, g and G)
q        end the review here
Ctrl-C   the same, with exit code 130

Nothing is written while you decide. At the end, at q or at Ctrl-C, your
decisions so far are carried out: accepted edits go into the goldens,
rejected ones are dropped, and the rest stays under review.
`)
	return t
}
