package review

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// searched returns three groups with texts long enough to scroll.
func searched() []Group {
	return []Group{
		{ID: "one", Title: "of salt", Body: textOf("Salt", "b", "c", "d", "e", "f", "sea SALT", "h"),
			Calls: []Call{{"s/a", func(bool) *Text { return textOf("x", "y", "the answer: 海狸", "z") }}}},
		{ID: "two", Title: "of pepper", Body: textOf("pepper", "STRASSE straße ſ", "salt again")},
		{ID: "three", Title: "of 海狸 \x1b[2J", Body: textOf("kelvin K \x1b[2J", "c")},
	}
}

// On any page, Enter goes to the next place with the text, and again to the one after that.
func TestSearch(t *testing.T) {
	for keys, want := range map[string][]string{
		"/ s a l t enter":                   {"Group 1 of 3", "Salt", "“salt”: line 1 of 8"},
		"/ s A L t enter / enter":           {"Group 1 of 3", "sea SALT", "“sALt”: line 7 of 8"},
		"/ s a l t enter / s a l t enter":   {"Group 1 of 3", "sea SALT", "“salt”: line 7 of 8"},
		"/ s a l t enter / enter / enter":   {"Group 2 of 3", "salt again", "“salt”: line 3 of 3"},
		"/ s a space S A L T enter":         {"Group 1 of 3", "Salt", "no group has “sa SALT”"},
		"/ s e a space S enter":             {"Group 1 of 3", "sea SALT", "“sea S”: line 7 of 8"},
		"/ s e a enter / enter":             {"Group 1 of 3", "sea SALT", "“sea”: line 7 of 8"},
		"/ p e p p e r enter":               {"Group 2 of 3", "pepper", "“pepper”: line 1 of 3"},
		"n n / S A L T enter":               {"Group 1 of 3", "Salt", "“SALT”: line 1 of 8"},
		"/ ß enter":                         {"Group 2 of 3", "straße", "“ß”: line 2 of 3"},
		"/ K enter":                         {"Group 3 of 3", "kelvin", "“K”: line 1 of 2"},
		`/ \ u 0 0 1 b enter`:               {"Group 3 of 3", `kelvin K \u001b[2J`, "line 1 of 2"},
		"/ z z enter":                       {"Group 1 of 3", "Salt", "no group has “zz”"},
		"/ z x backspace backspace p enter": {"Group 2 of 3", "pepper", "“p”: line 1 of 3"},
		"/ z z ctrl+u f enter":              {"Group 1 of 3", "f", "“f”: line 6 of 8"},
		"/ enter":                           {"Group 1 of 3", "Salt", "… 5 more lines"},
		"/ s a l t esc / enter":             {"Group 1 of 3", "Salt", "… 5 more lines"},
		"G / d enter":                       {"Group 1 of 3", "d", "“d”: line 4 of 8"},
		"d / 海狸 enter":                      {"Call 1 of 1", "the answer: 海狸", "“海狸”: line 3 of 4"},
		"d / 海 狸 enter / enter":             {"Call 1 of 1", "the answer: 海狸", "“海狸”: line 3 of 4"},
		"d / s a l t enter":                 {"Call 1 of 1", "x", "no line has “salt”"},
		"l / 海狸 enter":                      {"3 groups", "> open    three", "“海狸”: group 3 of 3"},
		"l / s a l t enter":                 {"3 groups", "> open    two", "“salt”: group 2 of 3"},
		"l / s a l t enter / enter":         {"3 groups", "> open    one", "“salt”: group 1 of 3"},
		"l / p e p enter enter":             {"Group 2 of 3", "pepper", "\n\n"},
		"l / z z enter":                     {"3 groups", "> open    one", "no group has “zz”"},
		"S / s k i p space space 2 enter":   {"All groups are decided", "skip  one", "no line has “skip  2”"},
		"S / s k i p space space t enter":   {"All groups are decided", "skip  two", "“skip  t”: line 4 of 5"},
		"? / s c r o l l enter":             {"Help", "j k      scroll", "“scroll”: line"},
	} {
		d := NewDialog(searched(), false, same)
		d.Resize(80, 6)
		press(t, d, keys)
		for _, shown := range want {
			if got := d.View(); !strings.Contains(got, shown) {
				t.Errorf("%q: it does not show %q:\n%s", keys, shown, got)
			}
		}
	}
}

// Only the match is emphasized in its line.
func TestSearch_StandsOut(t *testing.T) {
	text := &Text{}
	text.Emphasize(0, 2)
	text.Write([]byte("a Word\n"))
	d := NewDialog([]Group{{Body: text}}, true, same)
	d.Resize(80, 6)
	press(t, d, "/ w o r d enter")
	if row := strings.Split(d.View(), "\n")[1]; row != "a \x1b[7mWord\x1b[27m" {
		t.Errorf("it shows %q", row)
	}
}

// The first line of a pasted text is searched for; outside a search a paste is ignored. Only the end of a long text is
// shown.
func TestPaste(t *testing.T) {
	d := NewDialog(searched(), false, same)
	d.Resize(20, 6)
	d.Paste("a")
	press(t, d, "/")
	d.Paste("\r\nsea\r\nx")
	press(t, d, "enter")
	if view := d.View(); !strings.Contains(view, "“sea”: line 7 of 8") || d.count(Accept) > 0 {
		t.Errorf("it shows\n%s", view)
	}
	press(t, d, "/")
	d.Paste(strings.Repeat("0123456789", 5))
	d.Paste(strings.Repeat("x", mostSought)) // longer than a search text
	if view := d.View(); !strings.HasSuffix(view, "\n/234567890123456789_") {
		t.Errorf("it shows\n%s", view)
	}
}

// A call that arrives when another one is shown, or none, is not shown.
func TestJob_Late(t *testing.T) {
	d := NewDialog(threeGroups(), false, same)
	d.Resize(80, 6)
	d.Press("d")
	first := d.Job()
	if view := d.View(); !strings.Contains(view, "the case runs again …") {
		t.Errorf("it shows\n%s", view)
	}
	d.Press("n")
	second := d.Job()
	if d.Job() != nil {
		t.Error("a job is handed out twice")
	}
	first()()
	if view := d.View(); !strings.Contains(view, "the case runs again …") {
		t.Errorf("a call that nobody looks at any more: it shows\n%s", view)
	}
	ready := second()
	d.Press("d")
	ready()
	if view := d.View(); !strings.Contains(view, "body of one") {
		t.Errorf("behind the group's page it shows\n%s", view)
	}
	d.Press("d")
	if d.Press("?"); d.Job() != nil {
		t.Error("a call is still wanted where help is shown")
	}
}

// The marked line is shown, even far below the beginning.
func TestMark(t *testing.T) {
	body := textOf(strings.Split(strings.Repeat("before ", 30), " ")...)
	body.Mark()
	body.Write([]byte("it\nafter\n"))
	d := NewDialog([]Group{{Body: textOf("x"), Calls: []Call{{"s/a", func(bool) *Text { return body }}}}}, false, same)
	d.Resize(80, 12)
	press(t, d, "d")
	if view := d.View(); !strings.Contains(view, "\nit\n") {
		t.Errorf("it shows\n%s", view)
	}
	press(t, d, "g")
	if view := d.View(); strings.Contains(view, "\nit\n") {
		t.Errorf("it shows\n%s", view)
	}
}

// The editor gets the terminal, and its error, or why there is none, is shown until the next key. A long message takes
// the rows that it needs.
func TestEdit(t *testing.T) {
	groups := threeGroups()
	failed := errors.New("exit status 1")
	groups[0].Edit = func() (Program, string) { return func(_, _ *os.File) error { return failed }, "" }
	groups[1].Edit = func() (Program, string) { return nil, "there is none, and this is a long word about it" }
	d := NewDialog(groups, false, same)
	d.Resize(30, 8)
	press(t, d, "e")
	run, ended := d.Program()
	if run == nil {
		t.Fatal("nothing is started")
	}
	if again, _ := d.Program(); again != nil {
		t.Error("it is started twice")
	}
	ended(run(nil, nil))
	if view := d.View(); !strings.Contains(view, "the editor: exit status 1") {
		t.Errorf("it shows\n%s", view)
	}
	ended(nil)
	if view := d.View(); !strings.Contains(view, "next run shows") {
		t.Errorf("it shows\n%s", view)
	}
	press(t, d, "n e")
	want := []string{"", "", "there is none, and this is a ", "    long word about it", "? help"}
	if diff := cmp.Diff(want, strings.Split(d.View(), "\n")[3:]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if press(t, d, "k"); strings.Contains(d.View(), "there is none") {
		t.Errorf("it shows\n%s", d.View())
	}
}

// The decisions are the last ones made, after any sequence of keys.
func TestDecide_NothingChosen(t *testing.T) {
	d := NewDialog(threeGroups(), false, same)
	d.Resize(80, 24)
	press(t, d, "A p A u u u")
	if diff := cmp.Diff([]Decision{Open, Open, Open}, d.Decisions()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if NewDialog(nil, false, same).Press("l") {
		t.Error("a list of nothing ends the review")
	}
}
