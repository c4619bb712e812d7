package dialog

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/plural"
)

func (d *Dialog) header() string {
	switch {
	case d.page == helpPage:
		return "Help"
	case d.finished():
		return "All groups are decided"
	}
	g := d.groups[d.at]
	place := fmt.Sprintf("Group %d of %d", d.at+1, len(d.groups))
	if d.page == callPage {
		return fmt.Sprintf("Call %d of %d · %s · %s", d.call+1, len(g.Calls)+g.More, place, g.Calls[d.call].Name)
	}
	return place + " · " + d.tally()
}

// tally counts the decisions.
func (d *Dialog) tally() string {
	return fmt.Sprintf("%d accepted, %d rejected, %d skipped", d.count(Accept), d.count(Reject), d.count(Skip))
}

// below says what of the body the window does not show.
func (d *Dialog) below(rows int) string {
	switch {
	case rows > 0:
		return "… " + plural.Number(rows, "more line") + " (j k, PgDn PgUp)"
	case d.top > 0:
		return "the end (k, PgUp)"
	case d.page == callPage && d.groups[d.at].More > 0 && d.call == len(d.groups[d.at].Calls)-1:
		return fmt.Sprintf("… %s, not shown here", plural.Number(d.groups[d.at].More, "more call"))
	}
	return ""
}

// keys names the keys, in as many words as there is room for.
func (d *Dialog) keys() string {
	for _, keys := range d.keyLines() {
		if printable.Width(keys) <= d.columns {
			return keys
		}
	}
	return "? help"
}

func (d *Dialog) keyLines() []string {
	switch {
	case d.page == helpPage:
		return []string{"any other key: back"}
	case d.page == callPage:
		return []string{
			"n next call  p previous  d back  a accept the group  r reject  s skip  ? help",
			"n next  p previous  d back  ? help",
		}
	case d.finished():
		return []string{"Enter: carry this out  u take back  ? help", "Enter ends  u take back  ? help"}
	}
	return []string{
		"a accept  r reject  s skip  A/R/S the rest  d calls  u take back  q end  ? help",
		"a accept  r reject  s skip  d  u  ? help",
		"a r s  A R S  d u q  ? help",
	}
}

// text is the body of the page.
func (d *Dialog) text() *Text {
	switch {
	case d.page == helpPage:
		return help()
	case d.finished():
		return d.summary()
	case d.page == callPage:
		return d.groups[d.at].Calls[d.call].Body()
	}
	return d.groups[d.at].Body
}

// summary lists what was decided.
func (d *Dialog) summary() *Text {
	t := &Text{}
	fmt.Fprintf(t, "%s.\n\n", d.tally())
	for i, g := range d.groups {
		fmt.Fprintf(t, "%s  %s  %s\n", d.decisions[i], g.ID, g.Title)
	}
	return t
}

func help() *Text {
	t := &Text{}
	fmt.Fprint(t, `a r s    accept, reject or skip this group; what is skipped stays under review
A R S    the same with all groups that are left
d        the calls behind the group; n and p go through them, d goes back
u        take back what the last key decided
j k      scroll (also the arrows, PgDn and PgUp, space and b, g and G)
q        end the review here
Ctrl-C   the same, with exit code 130

Nothing is written while you decide. At the end, at q and at Ctrl-C alike,
what was decided until then is carried out: accepted edits go into the goldens,
rejected ones are dropped, and the rest stays under review.
`)
	return t
}
