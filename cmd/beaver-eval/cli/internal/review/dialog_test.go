package review

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

func same(line string) string { return line }

// textOf returns a text of lines.
func textOf(lines ...string) *Text {
	t := &Text{}
	for _, l := range lines {
		fmt.Fprintln(t, l)
	}
	return t
}

// threeGroups returns two groups with calls, and one without.
func threeGroups() []Group {
	group := func(id string, calls ...string) Group {
		g := Group{ID: id, Title: "title of " + id, Body: textOf("body of "+id, "its end")}
		for _, name := range calls {
			g.Calls = append(g.Calls, Call{name, func(whole bool) *Text {
				return textOf("diff of "+name, fmt.Sprintf("whole: %t", whole))
			}})
		}
		return g
	}
	groups := []Group{group("one", "s/a", "s/b"), group("two", "s/c"), group("three")}
	groups[1].More = 7
	return groups
}

// press presses keys, separated by spaces, and reports whether the last one ended the review. A key's work is done at
// once.
func press(t *testing.T, d *Dialog, keys string) (ended bool) {
	t.Helper()
	for _, key := range strings.Fields(keys) {
		if ended {
			t.Fatalf("%q: the review has ended before %s", keys, key)
		}
		ended = d.Press(key)
		dialogWork(d)
	}
	return ended
}

// dialogWork does the last key's work.
func dialogWork(d *Dialog) {
	if job := d.Job(); job != nil {
		job()()
	}
}

func TestPress(t *testing.T) {
	for keys, want := range map[string]struct {
		decisions []Decision
		shows     string // in the window
		ended     bool
	}{
		"":                 {[]Decision{Open, Open, Open}, "body of one", false},
		"a":                {[]Decision{Accept, Open, Open}, "body of two", false},
		"a r s":            {[]Decision{Accept, Reject, Skip}, "1 accepted, 1 rejected, 1 skipped.", false},
		"s A":              {[]Decision{Skip, Accept, Accept}, "accept  three  title of three", false},
		"a R":              {[]Decision{Accept, Reject, Reject}, "reject  two", false},
		"S":                {[]Decision{Skip, Skip, Skip}, "skip  one", false},
		"A enter":          {[]Decision{Accept, Accept, Accept}, "All groups are decided", true},
		"enter":            {[]Decision{Open, Open, Open}, "body of one", false},
		"a q":              {[]Decision{Accept, Open, Open}, "body of two", true},
		"a ctrl+c":         {[]Decision{Accept, Open, Open}, "body of two", true},
		"? ctrl+c":         {[]Decision{Open, Open, Open}, "Help", true},
		"n":                {[]Decision{Open, Open, Open}, "body of two", false},
		"n n n n":          {[]Decision{Open, Open, Open}, "3 groups not decided", false},
		"n right p left p": {[]Decision{Open, Open, Open}, "body of one", false},
		"a p":              {[]Decision{Accept, Open, Open}, "Group 1 of 3, accepted · 1 accepted", false},
		"a p r":            {[]Decision{Reject, Open, Open}, "body of two", false},
		"a p r u":          {[]Decision{Accept, Open, Open}, "body of one", false},
		"n a":              {[]Decision{Open, Accept, Open}, "body of three", false},
		"n n a":            {[]Decision{Open, Open, Accept}, "body of one", false},
		"n a n n enter":    {[]Decision{Open, Accept, Open}, "2 groups not decided", true},
		"n a n n u":        {[]Decision{Open, Open, Open}, "body of two", false},
		"n a p A":          {[]Decision{Accept, Accept, Accept}, "All groups are decided", false},
		"n r p A u":        {[]Decision{Open, Reject, Open}, "body of two", false},
		"A p p p r":        {[]Decision{Reject, Accept, Accept}, "All groups are decided", false},
		"l":                {[]Decision{Open, Open, Open}, "> open    one  title of one", false},
		"l j":              {[]Decision{Open, Open, Open}, "> open    two  title of two", false},
		"l G":              {[]Decision{Open, Open, Open}, "> open    three", false},
		"l j j j k":        {[]Decision{Open, Open, Open}, "> open    two", false},
		"l j enter":        {[]Decision{Open, Open, Open}, "body of two", false},
		"l j l":            {[]Decision{Open, Open, Open}, "body of one", false},
		"l j esc":          {[]Decision{Open, Open, Open}, "body of one", false},
		"l j r":            {[]Decision{Open, Reject, Open}, "> open    three", false},
		"l j r u":          {[]Decision{Open, Open, Open}, "> open    two", false},
		"l A":              {[]Decision{Accept, Accept, Accept}, "> accept  one", false},
		"l A q":            {[]Decision{Accept, Accept, Accept}, "> accept  one", true},
		"A l k l":          {[]Decision{Accept, Accept, Accept}, "All groups are decided", false},
		"l d":              {[]Decision{Open, Open, Open}, "diff of s/a", false},
		"d l":              {[]Decision{Open, Open, Open}, "3 groups", false},
		"d f":              {[]Decision{Open, Open, Open}, "whole: true", false},
		"d f n":            {[]Decision{Open, Open, Open}, "whole: true", false},
		"d f f":            {[]Decision{Open, Open, Open}, "whole: false", false},
		"d ? x":            {[]Decision{Open, Open, Open}, "diff of s/a", false},
		"l ? x":            {[]Decision{Open, Open, Open}, "> open    one", false},
		"e":                {[]Decision{Open, Open, Open}, "not come from a file that can be", false},
		"e x":              {[]Decision{Open, Open, Open}, "body of one\nits end\n\n", false},
		"/ a r s":          {[]Decision{Open, Open, Open}, "/ars_", false},
		"/ q esc":          {[]Decision{Open, Open, Open}, "body of one", false},
		"/ ctrl+c":         {[]Decision{Open, Open, Open}, "/_", true},
		"a A u":            {[]Decision{Accept, Open, Open}, "body of two", false},
		"a A u u u":        {[]Decision{Open, Open, Open}, "body of one", false},
		"a u r":            {[]Decision{Reject, Open, Open}, "body of two", false},
		"A a r d n":        {[]Decision{Accept, Accept, Accept}, "All groups are decided", false},
		"d":                {[]Decision{Open, Open, Open}, "Call 1 of 2 · Group 1 of 3 · s/a", false},
		"d n":              {[]Decision{Open, Open, Open}, "diff of s/b", false},
		"d n n":            {[]Decision{Open, Open, Open}, "Call 2 of 2", false},
		"d n p p":          {[]Decision{Open, Open, Open}, "diff of s/a", false},
		"d n d":            {[]Decision{Open, Open, Open}, "body of one", false},
		"d n esc d":        {[]Decision{Open, Open, Open}, "diff of s/a", false},
		"d a":              {[]Decision{Accept, Open, Open}, "body of two", false},
		"a d":              {[]Decision{Accept, Open, Open}, "… 7 more calls, not shown here", false},
		"a a d":            {[]Decision{Accept, Accept, Open}, "body of three", false},
		"?":                {[]Decision{Open, Open, Open}, "take back the last decision", false},
		"? a":              {[]Decision{Open, Open, Open}, "body of one", false},
		"? q":              {[]Decision{Open, Open, Open}, "body of one", false},
		"x esc u f1 é f h": {[]Decision{Open, Open, Open}, "Group 1 of 3 · 0 accepted, 0 rejected", false},
	} {
		d := NewDialog(threeGroups(), false, same)
		d.Resize(80, 24)
		ended := press(t, d, keys)
		if diff := cmp.Diff(want.decisions, d.Decisions()); diff != "" || ended != want.ended {
			t.Errorf("%q: ended %t, want %t; decisions (-want +got):\n%s", keys, ended, want.ended, diff)
		}
		if got := d.View(); !strings.Contains(got, want.shows) {
			t.Errorf("%q: it does not show %q:\n%s", keys, want.shows, got)
		}
		if by := strings.HasSuffix(keys, "ctrl+c"); d.Interrupted != by {
			t.Errorf("%q: interrupted %t", keys, d.Interrupted)
		}
	}
}

func TestView_Scrolls(t *testing.T) {
	var lines []string
	for i := range 10 {
		lines = append(lines, fmt.Sprintf("line %d", i))
	}
	for keys, want := range map[string][]string{
		"":              {"line 0", "line 1", "line 2", "… 7 more lines (j k, PgDn PgUp)"},
		"j":             {"line 1", "line 2", "line 3", "… 6 more lines (j k, PgDn PgUp)"},
		"j j k":         {"line 1", "line 2", "line 3", "… 6 more lines (j k, PgDn PgUp)"},
		"pgdown":        {"line 3", "line 4", "line 5", "… 4 more lines (j k, PgDn PgUp)"},
		"space space b": {"line 3", "line 4", "line 5", "… 4 more lines (j k, PgDn PgUp)"},
		"G":             {"line 7", "line 8", "line 9", "the end (k, PgUp)"},
		"G j down":      {"line 7", "line 8", "line 9", "the end (k, PgUp)"},
		"G g k up":      {"line 0", "line 1", "line 2", "… 7 more lines (j k, PgDn PgUp)"},
		"G ? x":         {"line 0", "line 1", "line 2", "… 7 more lines (j k, PgDn PgUp)"},
	} {
		d := NewDialog([]Group{{Body: textOf(lines...)}}, false, same)
		d.Resize(80, 6)
		press(t, d, keys)
		rows := strings.Split(d.View(), "\n")
		if diff := cmp.Diff(want, rows[1:5]); diff != "" {
			t.Errorf("%q (-want +got):\n%s", keys, diff)
		}
	}
}

// A window enlarged at the end of a text shows more of it, not nothing.
func TestResize_AtTheEnd(t *testing.T) {
	d := NewDialog([]Group{{Body: textOf("1", "2", "3", "4", "5", "6")}}, false, same)
	d.Resize(80, 5)
	press(t, d, "G")
	d.Resize(80, 9)
	want := "Group 1 of 1 · 0 accepted, 0 rejected, 0 skipped\n1\n2\n3\n4\n5\n6\n\n"
	if got := d.View(); !strings.HasPrefix(got, want) {
		t.Errorf("it shows\n%s", got)
	}
}

func TestRows(t *testing.T) {
	const red, reverse, forward, end = "\x1b[31m", "\x1b[7m", "\x1b[27m", "\x1b[0m"
	for name, tt := range map[string]struct {
		line    line
		columns int
		colours bool
		want    []string
	}{
		"empty":       {line{}, 10, true, []string{""}},
		"fits":        {line{text: "0123456789"}, 10, true, []string{"0123456789"}},
		"no space":    {line{text: "0123456789ab"}, 10, true, []string{"0123456789", "ab"}},
		"a space":     {line{text: "012345 789ab"}, 10, true, []string{"012345 ", "789ab"}},
		"early space": {line{text: "0 23456789ab"}, 10, true, []string{"0 23456789", "ab"}},
		"indented": {line{text: strings.Repeat("x", 30)}, 16, true,
			[]string{strings.Repeat("x", 16), "    " + strings.Repeat("x", 12), "    xx"}},
		"further": {line{text: "    " + strings.Repeat("x", 30)}, 24, true,
			[]string{"    " + strings.Repeat("x", 20), "      " + strings.Repeat("x", 10)}},
		"cut": {line{text: "0123456789ab", colour: red, to: 12, cut: true}, 10, true,
			[]string{red + reverse + "012345678…" + forward + end}},
		"wide":      {line{text: "海狸海狸"}, 5, true, []string{"海狸", "海狸"}},
		"too wide":  {line{text: "海狸"}, 1, true, []string{"海", "狸"}},
		"no window": {line{text: "x"}, 0, true, nil},
		"colour":    {line{text: "-ab", colour: red}, 2, true, []string{red + "-a" + end, red + "b" + end}},
		"stands out": {line{text: "-a b", colour: red, from: 1, to: 2}, 9, true,
			[]string{red + "-" + reverse + "a" + forward + " b" + end}},
		"over the end": {line{text: "abcdef", from: 2, to: 5}, 4, true,
			[]string{"ab" + reverse + "cd" + forward, reverse + "e" + forward + "f"}},
		"no colours": {line{text: "-a b", colour: red, from: 1, to: 2}, 9, false, []string{"-a b"}},
	} {
		if diff := cmp.Diff(tt.want, tt.line.rows(tt.columns, tt.colours)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// No view has more rows or columns than its window, nor control characters except its own colours.
func TestViewLaw(t *testing.T) {
	foreign := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"\x1b[2J", "\x1b]0;t\a", "\u009b31m", "\u202e", "海狸", "👩‍👩‍👧", "a\tb", "\r", "\xff", strings.Repeat("x ", 60),
	}))
	rapid.Check(t, func(t *rapid.T) {
		text := &Text{}
		text.Paint("\x1b[31m")
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			text.Emphasize(1, rapid.IntRange(0, 9).Draw(t, "to"))
			fmt.Fprintln(text, foreign.Draw(t, "line"))
		}
		group := Group{ID: foreign.Draw(t, "id"), Title: foreign.Draw(t, "title"), Body: text}
		group.Calls = []Call{{foreign.Draw(t, "call"), func(bool) *Text { return text }}}
		text.Mark()
		fmt.Fprintln(text, "the end")
		why := foreign.Draw(t, "why")
		group.Edit = func() (Program, string) { return nil, why }
		d := NewDialog([]Group{group, group}, true, same)
		size := rapid.IntRange(0, 100)
		keys := rapid.OneOf(rapid.SampledFrom(strings.Fields("a s d n p ? u j G pgdown A q l e f / / enter enter x "+
			"海 backspace space esc left right")), foreign)
		for _, key := range rapid.SliceOf(keys).Draw(t, "keys") {
			d.Press(key)
			if rapid.Bool().Draw(t, "works") {
				dialogWork(d)
			}
			d.Paste(foreign.Draw(t, "pasted"))
			columns, rows := size.Draw(t, "columns"), size.Draw(t, "rows")
			d.Resize(columns, rows)
			fits(t, d.View(), columns, rows)
		}
	})
}

func fits(t *rapid.T, view string, columns, rows int) {
	lines := strings.Split(view, "\n")
	if len(lines) > max(rows, 1) || rows == 0 && view != "" {
		t.Fatalf("%d rows in a window of %d:\n%s", len(lines), rows, view)
	}
	for _, line := range lines {
		plain := escapes.ReplaceAllString(line, "")
		if printable.Line(plain) != plain {
			t.Fatalf("the row %q is not safe", line)
		}
		if width := printable.Width(plain); width > max(columns, 1) && width > 2 {
			t.Fatalf("the row %q has %d columns, in a window of %d", line, width, columns)
		}
	}
}

// However a line is broken, no character of it is lost.
func TestRowsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := line{text: rapid.StringMatching(`[ -~海狸é]*`).Draw(t, "text")}
		columns := rapid.IntRange(4*indent, 80).Draw(t, "columns")
		rows := l.rows(columns, true)
		for i := range rows[1:] {
			rows[i+1] = strings.TrimPrefix(rows[i+1], l.indentOf(columns))
		}
		if got := strings.Join(rows, ""); got != l.text {
			t.Fatalf("%q became %q", l.text, rows)
		}
	})
}

// Secrets are hidden everywhere.
func TestNew_Changes(t *testing.T) {
	hide := func(line string) string { return strings.ReplaceAll(line, "secret", "***") }
	text := &Text{}
	text.Emphasize(0, 6)
	fmt.Fprintln(text, "secret words")
	d := NewDialog([]Group{{ID: "secret", Title: "secret", Body: text,
		Calls: []Call{{"secret", func(bool) *Text { return text }}},
		Edit:  func() (Program, string) { return nil, "secret" }}}, true, hide)
	d.Resize(80, 24)
	for _, key := range []string{"x", "e", "l", "enter", "d", "A", "/"} {
		d.Press(key)
		dialogWork(d)
		d.Paste("secret")
		if view := d.View(); !strings.Contains(view, "***") || strings.Contains(view, "secret") ||
			strings.Contains(view, "\x1b") && key != "l" {
			t.Errorf("after %s it shows\n%s", key, view)
		}
	}
}
