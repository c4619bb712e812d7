package cells

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
)

func TestDiffs(t *testing.T) {
	hunk := func(old, new string) edit.Hunk {
		lines := func(s string) []string {
			if s == "" {
				return nil
			}
			return strings.Split(s, "|")
		}
		return edit.Hunk{Old: lines(old), New: lines(new)}
	}
	inJSON := func(h edit.Hunk, kind diff.EditKind, members ...diff.Member) edit.Hunk {
		h.JSON, h.Members, h.Data = kind, members, true
		return h
	}
	blank := edit.Hunk{New: []string{""}}
	long := strings.Repeat("word ", 50)
	before, behind := long[len(long)-60:], long[len(long)-61:len(long)-1]
	for name, tt := range map[string]struct {
		hunks []edit.Hunk
		want  []string
	}{
		"none":   {},
		"a word": {[]edit.Hunk{hunk("Be old.", "Be new.")}, []string{"-Be old.\n+Be new.\n"}},
		"two lines": {[]edit.Hunk{hunk("a x", "a y"), hunk("b x", "b y")},
			[]string{"-a x\n+a y\n", "-b x\n+b y\n"}},
		"a line more": {[]edit.Hunk{hunk("", "one|two")}, []string{"+one\n+two\n"}},
		"a word less": {[]edit.Hunk{hunk("Say now hello", "Say hello")},
			[]string{"-Say now hello\n+Say hello\n"}},
		"an empty line more": {[]edit.Hunk{blank}, []string{"+¬\n"}},
		"an empty line and a word": {[]edit.Hunk{{Old: []string{"Say it"}, New: []string{"", "Tell it"}}},
			[]string{"-Say it\n+¬\n+Tell it\n"}},
		"a blank at the end, and a word": {[]edit.Hunk{hunk("Say it", "Tell it ")}, []string{"-Say it\n+Tell it·\n"}},
		"two blanks":                     {[]edit.Hunk{hunk("Say it", "Say  it")}, []string{"-Say it\n+Say ·it\n"}},
		"no width":                       {[]edit.Hunk{hunk("ab", "a\u200bb")}, []string{"-ab\n+a\\u200bb\n"}},
		"a tab":                          {[]edit.Hunk{hunk("a b", "a\tb")}, []string{"-a·b\n+a→b\n"}},
		"a long line": {[]edit.Hunk{hunk(long+"old "+long, long+"new "+long)}, []string{
			"-…" + before + "old" + behind + "…\n+…" + before + "new" + behind + "…\n"}},
		"values of a JSON payload": {[]edit.Hunk{inJSON(hunk(`{"a":"old trip"}`, `{"a":"new trip"}`), diff.Values,
			diff.Member{Path: "$.a", Before: `"old trip"`, After: `"new trip"`})},
			[]string{"-$.a: \"old trip\"\n+$.a: \"new trip\"\n"}},
		"a member more": {[]edit.Hunk{inJSON(hunk(`{"a":1}`, `{"a":1,"b":{}}`), diff.Values,
			diff.Member{Path: "$.b", After: "{}"})}, []string{"+$.b: {}\n"}},
		"a comma beside a member": {[]edit.Hunk{inJSON(hunk(`"a":1`, `"a":1,`), diff.Aside),
			inJSON(hunk("", `"b":{}`), diff.Values, diff.Member{Path: "$.b", After: "{}"})},
			[]string{"+$.b: {}\n"}},
		"a value in a line of a template": {[]edit.Hunk{{Old: []string{`Say {"a":1}`}, New: []string{`Say {"a":2}`},
			JSON: diff.Values, Members: []diff.Member{{Path: "$.a", Before: "1", After: "2"}}}},
			[]string{"-Say {\"a\":1}\n+Say {\"a\":2}\n"}},
		"the same JSON": {[]edit.Hunk{inJSON(hunk(`{"a":1}`, `{"a": 1}`), diff.Spelling)},
			[]string{" the same JSON, written in another way\n-{\"a\":1}\n+{\"a\":·1}\n"}},
	} {
		if d := cmp.Diff(tt.want, Diffs(tt.hunks)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// Lines that two hunks of one text share are shown once, and a gap is marked.
func TestInContext(t *testing.T) {
	at := func(n int, above, old, new, below string) edit.Hunk {
		return edit.Hunk{Above: strings.Fields(above), Old: strings.Fields(old), New: strings.Fields(new),
			Below: strings.Fields(below), At: n, In: "x"}
	}
	other := at(2, "a", "b", "c", "d")
	other.In = "y"
	for name, tt := range map[string]struct {
		hunks []edit.Hunk
		want  string
	}{
		"one":          {[]edit.Hunk{at(4, "1 2 3", "4", "four", "5 6 7")}, " 1| 2| 3|-4|+four| 5| 6| 7"},
		"at both ends": {[]edit.Hunk{at(1, "", "1", "one", "")}, "-1|+one"},
		"close": {[]edit.Hunk{at(2, "1", "2", "two", "3 4"), at(5, "3 4", "5", "five", "6")},
			" 1|-2|+two| 3| 4|-5|+five| 6"},
		"almost close": {[]edit.Hunk{at(1, "", "1", "one", "2 3 4"), at(7, "4 5 6", "7", "x", "")},
			"-1|+one| 2| 3| 4| 5| 6|-7|+x"},
		"just touching": {[]edit.Hunk{at(1, "", "1", "one", "2 3 4"), at(8, "5 6 7", "8", "x", "")},
			"-1|+one| 2| 3| 4| 5| 6| 7|-8|+x"},
		"apart": {[]edit.Hunk{at(1, "", "1", "one", "2 3 4"), at(9, "6 7 8", "9", "x", "")},
			"-1|+one| 2| 3| 4| …| 6| 7| 8|-9|+x"},
		"of two texts": {[]edit.Hunk{at(2, "1", "2", "two", "3"), other}, " 1|-2|+two| 3| …| a|-b|+c| d"},
	} {
		if d := cmp.Diff(strings.Split(tt.want, "|"), InContext(tt.hunks, 60)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// The output of Text can be split into its lines again.
func TestText(t *testing.T) {
	for want, lines := range map[string][]string{
		"": nil, "\n": {""}, "a": {"a"}, "a\nb": {"a", "b"}, "a\n\n": {"a", ""}, "\na": {"", "a"},
	} {
		if got := Text(lines); got != want {
			t.Errorf("%q: %q, want %q", lines, got, want)
		}
	}
}

func TestEditNotes(t *testing.T) {
	g := &edit.Group{Kind: edit.Renamed, First: edit.Part{Was: "A", Section: "B", Same: true},
		Moves: []edit.Move{{Section: "B", From: 3, FromOf: 7, BehindFrom: "Actions", To: 7, Of: 7, Behind: "Message",
			BehindUser: true}, {Section: "B", From: 2, FromOf: 2, BehindFrom: "X", To: 1, Of: 2}},
		Moved: edit.Moves{Calls: 2, Bytes: -2957, Tokens: -744, Money: -0.0067, Currency: "EUR"},
		Ranks: []edit.Ranked{{Skill: "s", Entered: 1, Fell: 2, First: edit.Rank{New: 4}}}}
	want := []string{
		`moved  from 3 of 7, behind "Actions"  to 7 of 7, behind "Message"  (!) now behind the user's own words`,
		`moved  from 2 of 2, behind "X"  to 1 of 2, in front`,
		"prefix  moves in 2 calls: 2,957 fewer bytes sent anew, about -744 tokens, -0.006700 EUR",
		"name   only in goldens: no model sees it; the bytes sent are the same",
		"ranks  `s` entered in 1 call, fell in 2 calls (– → 4)",
	}
	if d := cmp.Diff(want, EditNotes(g)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
