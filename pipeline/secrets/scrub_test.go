package secrets

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func rules(t interface{ Fatal(...any) }, pairs ...string) []Scrub {
	var all []Scrub
	for i := 0; i < len(pairs); i += 2 {
		r, err := ParseScrub(pairs[i], pairs[i+1])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func TestScrub(t *testing.T) {
	const key = "ghp_" + letters + letters
	for _, tt := range []struct {
		name       string
		rules      []string
		text, want string
	}{
		{"a time", []string{`\d\d:\d\d`, "<time>"}, "from 10:15 to 11:30", "from <time> to <time>"},
		{"no match", []string{`\d\d:\d\d`, "<time>"}, "from ten to eleven", "from ten to eleven"},
		{"a short text", []string{`\d+`, "N"}, "7", "N"},
		{"a group stays", []string{`(run|job)-[0-9a-f]{4}`, "$1-ID"}, "run-00ff, job-12ab", "run-ID, job-ID"},
		{"a named group", []string{`(?P<kind>run)-\d`, "${kind}-N"}, "run-1", "run-N"},
		{"a dollar sign", []string{`\d+ EUR`, "$$$$"}, "7 EUR", "$$"},
		{"nothing in its place", []string{` \(took \d+ ms\)`, ""}, "done (took 12 ms)", "done"},
		{"one after the other", []string{`\d+`, "N", "N ms", "soon"}, "12 ms", "soon"},
		{"up to the end", []string{"ab", "x", "axb", "x"}, "aaabbb", "x"},
		{"an empty match", []string{`z|\b`, "-"}, "a z", "a -"},
		{"a field of JSON", []string{`\d{10}`, "<time>"}, `{"at":1700000000,"n":1}`, `{"at":"<time>","n":1}`},
		{"a number stays one", []string{`\d{10}`, "0"}, `{"at":1700000000}`, `{"at":0}`},
		{"over the mark of a text", []string{`id=\S+`, "id=X"}, `{"a":"id=1","b":"2"}`, `{"a":"id=X","b":"2"}`},
		{"quotes", []string{`now`, `"-"`}, `{"a":"it is now","b":[true,null]}`, `{"a":"it is \"-\"","b":[true,null]}`},
		{"JSON in JSON", []string{`\d{10}`, "<t>"}, `{"a":"{\"at\":1700000000}"}`, `{"a":"{\"at\":<t>}"}`},
		{"a key", []string{`\d{4}-\d\d`, "DAY"}, `{"2026-11":1}`, `{"DAY":1}`},
		{"not in a mask", []string{`[0-9a-f]+`, "H"}, "key " + key, "kHy " + Mask("github-token", key)},
		{"a whole mask", []string{`masked-github-token-[0-9a-f]{8}`, "<key>"}, "key " + key, "key <key>"},
		{"no end", []string{"x(.)", "y$1", "y(.)", "x$1"}, "xa", "xa"},
		{"endless growth", []string{"(a)(b)", "$1$1$2$2"}, "ab", "ab"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := New().Scrubbing(rules(t, tt.rules...)...)
			got := m.Text(tt.text)
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if again := m.Text(got); again != got {
				t.Errorf("scrubbed again: %q", again)
			}
			if bare := m.Secrets().Text(tt.text); bare != New().Text(tt.text) {
				t.Errorf("without rules: %q", bare)
			}
		})
	}
}

// A JSON value stays one, even a lone number.
func TestScrub_JSON(t *testing.T) {
	m := New().Scrubbing(rules(t, `\d{10}`, "<time>")...)
	if got := m.JSON(json.RawMessage("1700000000")); string(got) != `"<time>"` {
		t.Errorf("%s", got)
	}
}

func TestParseScrub_Refuses(t *testing.T) {
	for _, tt := range []struct{ match, as, want string }{
		{"(x", "y", "missing closing )"},
		{"x*", "y", "fits the empty text"},
		{"x", "$1", "match has no such group"},
		{"(x)", "$1y", "write ${1}x"},
		{"(?P<a>x)", "${b}", "$b: match has no such group"},
		{strings.Repeat("x", mostExpression+1), "y", "more than 1000 characters"},
	} {
		if _, err := ParseScrub(tt.match, tt.as); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.40s as %s: %v, want %s", tt.match, tt.as, err, tt.want)
		}
	}
}

func TestMaskerSettled(t *testing.T) {
	for _, tt := range []struct {
		rules []string
		want  string // of the error of the first rule; empty: none
	}{
		{[]string{`\d+`, "N"}, ""},
		{[]string{`run-(\d+)`, "run $1"}, ""},
		{[]string{`\d+`, "7"}, ""},
		{[]string{`\d+`, "N1"}, `the rules make "NN1"`},
		{[]string{`\d+`, "day", "day", "year"}, `the rules make "year" of it`},
		{[]string{"day", "ghp_" + letters + letters}, "it looks like a secret, masked-github-token-"},
	} {
		all := rules(t, tt.rules...)
		err := New().Scrubbing(all...).Settled(all[0])
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%q: %v, want %q", tt.rules, err, tt.want)
		}
	}
}

// For any rules and any text: scrubbing is idempotent, a text without a match stays unchanged, JSON stays JSON, and no
// secret comes back.
func TestScrubLaws(t *testing.T) {
	matches := []string{`\d+`, `[0-9a-f]{2,}`, `a(.)`, `run-(\w+)`, `"[^"]*"`, `\S+@`, `(?m)^.`, `masked-[a-z-]+-[0-9a-f]+`,
		`:\s*\S+`, `token`}
	as := []string{"", "N", "<id>", `"`, "$0", "a$0", "12", "run-1", ":", "密"}
	rapid.Check(t, func(t *rapid.T) {
		var all []Scrub
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			r, err := ParseScrub(rapid.SampledFrom(matches).Draw(t, "match"), rapid.SampledFrom(as).Draw(t, "as"))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, r)
		}
		m := New().Scrubbing(all...)
		words := append(pieces, "run-12ab", "10:15", "a1", "ghp_"+letters+letters, "me@x")
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 10).Draw(t, "pieces"), "")
		if rapid.Bool().Draw(t, "as JSON") {
			text = `{"at":17,"x":[` + asJSON(text) + `]}`
		}
		got := m.Text(text)
		if again := m.Text(got); again != got {
			t.Errorf("%q, then %q, then %q", text, got, again)
		}
		if json.Valid([]byte(text)) && strings.HasPrefix(text, "{") && !json.Valid([]byte(got)) {
			t.Errorf("%q is no JSON: %q", text, got)
		}
		matched := false
		for _, r := range all {
			matched = matched || r.match.MatchString(New().Text(text))
		}
		if bare := New().Text(text); !matched && got != bare {
			t.Errorf("no rule matches %q, and it became %q", bare, got)
		}
		if strings.Contains(got, letters) && !strings.Contains(New().Text(text), letters) {
			t.Errorf("a secret came back: %q became %q", text, got)
		}
	})
}
