package edit_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A hunk holds the golden's lines and those sent, whatever the atoms are.
func TestHunksAreLines(t *testing.T) {
	type lines struct{ Above, Old, New, Below []string }
	for name, tt := range map[string]struct {
		old, new string
		want     []lines
	}{
		"an empty line and a word below it": {"Actions:\n- chat: small talk, or\n- task",
			"Actions:\n\n- chat: chatter, or\n- task",
			[]lines{{[]string{"Actions:"}, []string{"- chat: small talk, or"}, []string{"", "- chat: chatter, or"},
				[]string{"- task"}}}},
		"two blanks, and one at the end": {"a b c\nd", "a  b c \nd",
			[]lines{{nil, []string{"a b c"}, []string{"a  b c "}, []string{"d"}}}},
		"a line more":           {"a\nb", "a\nx\nb", []lines{{[]string{"a"}, nil, []string{"x"}, []string{"b"}}}},
		"a line more, the last": {"a", "a\nb", []lines{{[]string{"a"}, nil, []string{"b"}, nil}}},
		"a line less":           {"a\nb\nc", "a\nc", []lines{{[]string{"a"}, []string{"b"}, nil, []string{"c"}}}},
		"a line end more":       {"a", "a\n", []lines{{[]string{"a"}, nil, []string{""}, nil}}},
		"all new":               {"a", "b", []lines{{nil, []string{"a"}, []string{"b"}, nil}}},
		"far apart": {"a\n1\n2\n3\n4\n5\n6\n7\nb", "x\n1\n2\n3\n4\n5\n6\n7\ny", []lines{
			{nil, []string{"a"}, []string{"x"}, []string{"1", "2", "3"}},
			{[]string{"5", "6", "7"}, []string{"b"}, []string{"y"}, nil}}},
		"close": {"a\n1\nb", "x\n1\ny", []lines{{nil, []string{"a"}, []string{"x"}, []string{"1"}},
			{[]string{"1"}, []string{"b"}, []string{"y"}, nil}}},
	} {
		t.Run(name, func(t *testing.T) {
			old := file(message(section("A", in("A").Of(tt.old))))
			parts := edit.Compare(onFile(t, old), file(message(section("A", in("A").Of(tt.new)))), nil)
			if len(parts) != 1 {
				t.Fatalf("%d parts", len(parts))
			}
			var got []lines
			for _, h := range parts[0].Hunks {
				got = append(got, lines{h.Above, h.Old, h.New, h.Below})
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// For any texts and sources: each removed line is in the old text, each added one in the new, and the replacements turn
// one into the other, so that every differing byte is in a hunk.
func TestHunksLaw(t *testing.T) {
	text := rapid.OneOf(rapid.StringMatching(`([a-c]{1,3}[ \n]){0,8}`),
		rapid.SampledFrom([]string{"\n", "\n\n", " ", "  ", "a", "{\"a\": 1}", "海狸\n", "a\u200bb"}))
	sources := []pipeline.TextSource{in("A"), skill, user, answer, {}}
	rapid.Check(t, func(t *rapid.T) {
		var texts []pipeline.Pieces
		for range rapid.IntRange(0, 5).Draw(t, "pieces") {
			texts = append(texts, rapid.SampledFrom(sources).Draw(t, "source").Of(text.Draw(t, "text")))
		}
		old := file(message(section("A", in("A").Of(text.Draw(t, "old")+text.Draw(t, "more")))))
		new := file(message(section("A", texts...)))
		told(t, old, new, edit.Compare(onFile(t, old), new, nil))
	})
}

// tester is the part of a test that a law over texts needs.
type tester interface {
	Helper()
	Errorf(string, ...any)
}

// told checks the hunks of a case's edited sections against both sides.
func told(t tester, old, new *goldens.File, parts []edit.Part) {
	t.Helper()
	type place struct {
		path    string
		message int
		section string
		in      string
	}
	hunks := map[place][]edit.Hunk{}
	for _, p := range parts {
		if p.Change != edit.Changed && p.Change != edit.LeftOut || p.Section == "" {
			continue
		}
		for _, h := range p.Hunks {
			at := place{p.Path, p.Message, p.Section, h.In}
			if !slices.ContainsFunc(hunks[at], func(o edit.Hunk) bool { return o.At == h.At }) {
				hunks[at] = append(hunks[at], h)
			}
		}
	}
	for at, list := range hunks {
		sent := textOf(new, at.path, at.message, at.section, list)
		lines := strings.Split(sent, "\n")
		if sent == "" {
			lines = nil
		}
		slices.SortFunc(list, func(a, b edit.Hunk) int { return b.At - a.At })
		for _, h := range list {
			from, to := h.At-1, h.At-1+len(h.New)
			if to > len(lines) || !slices.Equal(lines[from:to], h.New) {
				t.Errorf("%v: the lines %q are said to be sent from line %d on, in %q", at, h.New, h.At, sent)
				return
			}
			lines = slices.Replace(lines, from, to, h.Old...)
		}
		if was := strings.Join(lines, "\n"); !inGolden(old, at.path, was) {
			const words = "%v: what was sent, with the lines of the golden in place of those that were sent, is no " +
				"section of it:\n%q"
			t.Errorf(words, at, was)
		}
	}
}

// textOf returns a section as sent: of several with one name, the one with the lines of the hunks.
func textOf(f *goldens.File, path string, message int, name string, hunks []edit.Hunk) (text string) {
	for _, c := range f.Calls {
		if c.Path != path {
			continue
		}
		for _, s := range c.Messages[message-1].Sections {
			lacks := func(h edit.Hunk) bool { return !strings.Contains(s.Text, strings.Join(h.New, "\n")) }
			if s.Name == name && (text == "" || !slices.ContainsFunc(hunks, lacks)) {
				text = s.Text
			}
		}
	}
	return text
}

// inGolden reports whether a call has a section of this text. The separator at its end depends on what follows.
func inGolden(f *goldens.File, path, text string) bool {
	for _, c := range f.Calls {
		if c.Path != path {
			continue
		}
		for _, m := range c.Messages {
			for _, s := range m.Sections {
				if s.Text == text || strings.TrimRight(s.Text, "\n") == strings.TrimRight(text, "\n") {
					return true
				}
			}
		}
	}
	return false
}

// The hunks of an edit of any template have the golden's lines and those sent: one edit of each section, and 200 random
// ones: blanks, empty lines, lines removed, added and swapped, words.
func TestHunksOfTemplates(t *testing.T) { eachSystem(t, hunksOfTemplates) }

func hunksOfTemplates(t *testing.T, r *repository) {
	all := edits(t, r.own.Prompts(), 1)
	n := 50 // of each of the four systems whose templates have lines without actions
	if testing.Short() {
		all, n = all[:min(len(all), 3)], 3
	}
	all = append(all, drawnEdits(t, r.own.Prompts(), n)...)
	changed := 0
	for _, e := range all {
		r.runWith(t, []edited{e}, func(new *goldens.File) {
			old := r.goldens[path.Join(new.Suite, new.Case)]
			parts := edit.Compare(old, new, nil)
			changed += len(parts)
			told(t, old, new, parts)
		})
		if t.Failed() {
			t.Fatalf("with %q in place of %q in %s, %s", e.with, e.whole[e.from:e.to], e.file, e.define)
		}
	}
	if changed < len(all) {
		t.Errorf("%d edits change %d parts of prompts", len(all), changed)
	}
}

// drawnEdits returns pseudo-random edits of template lines without an action, the same in each run.
func drawnEdits(t *testing.T, fsys fs.FS, n int) []edited {
	t.Helper()
	files, err := fs.Glob(fsys, "*.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	draw := rand.New(rand.NewPCG(31, 1))
	var all []edited
	for tries := 0; len(all) < n && tries < 100*n; tries++ { // a system may lack such lines
		file := files[draw.IntN(len(files))]
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		lines := literalLines(text)
		if len(lines) == 0 {
			continue
		}
		i := draw.IntN(len(lines))
		from, to := lines[i][0], lines[i][1]
		line := text[from:to]
		with := ""
		switch draw.IntN(8) {
		case 0:
			with = "\n" + strings.Replace(line, " ", " indeed ", 1)
		case 1:
			with = strings.Replace(line, " ", "  ", 1) + " "
		case 2:
			with = line + "\n" + line
		case 3:
			with = "Another line.\n" + line + "\n\nAnd one more."
		case 4:
			with = strings.ToUpper(line)
		case 5:
			with = fmt.Sprintf("%s\u200b %d", line, draw.IntN(9))
		case 6:
			with = "\t" + line
		default:
			words := strings.Fields(line)
			slices.Reverse(words)
			with = strings.Join(words, " ")
		}
		all = append(all, edited{file, "", text, from, to, with})
	}
	return all
}

// literalLines returns the lines of a template without an action, as byte ranges, except those between the defines.
func literalLines(text string) [][2]int {
	var lines [][2]int
	at, inside := 0, false
	for line := range strings.Lines(text) {
		switch {
		case strings.Contains(line, "define"):
			inside = true
		case strings.Contains(line, "{{"):
			inside = inside && !strings.HasPrefix(line, "{{- end")
		case inside && len(strings.TrimSpace(line)) > 3 && !strings.Contains(line, "}}"):
			lines = append(lines, [2]int{at, at + len(strings.TrimSuffix(line, "\n"))})
		}
		at += len(line)
	}
	return lines
}
