package edit_test

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
)

// Two words of two defines are edited together, and the group of one of them is applied: the prompts are those of a run
// with only that edit. Then the other one is applied: they are those of both. If both may have moved something, which
// is reported as unclear, or move something only together, the effect of one alone is unknown.
func TestApplyingAGroupIsARunWithItsEditAlone(t *testing.T) {
	eachSystem(t, applyingAGroupIsARunWithItsEditAlone)
}

func applyingAGroupIsARunWithItsEditAlone(t *testing.T, r *repository) {
	all := edits(t, r.own.Prompts(), 1)
	step := 1
	if testing.Short() {
		step = 100
	}
	alone, calls, pairs, cases, unclear := map[int]map[string]*goldens.File{}, 0, 0, 0, 0
	run := func(edits ...edited) map[string]*goldens.File {
		files := map[string]*goldens.File{}
		// the later one first: it does not shift the other
		slices.SortFunc(edits, func(a, b edited) int { return cmp.Or(cmp.Compare(a.file, b.file), b.from-a.from) })
		r.runWith(t, edits, func(f *goldens.File) { files[path.Join(f.Suite, f.Case)] = f })
		return files
	}
	for i := 0; i < len(all); i += step {
		j := (i + 1) % len(all) // mostly the next define of the same file
		for _, n := range []int{i, j} {
			if alone[n] == nil {
				alone[n] = run(all[n])
			}
		}
		both := run(all[i], all[j])
		one, other := r.groupOf(t, alone[i]), r.groupOf(t, alone[j])
		if one == other { // neither reaches a call
			continue
		}
		pairs++
		for name, new := range both {
			old, id := r.goldens[name], one
			want := alone[i][name]
			if want == nil { // the first edit does not reach the case
				want = old
			}
			got, err := edit.Apply(old, new, nil, func(p *edit.Part, _ edit.Atom) bool { return p.GroupID == id })
			if err != nil {
				t.Fatal(err)
			}
			calls, cases = calls+len(got.Calls), cases+1
			together := edit.Compare(old, new, nil)
			isOpen := func(p edit.Part) bool { return p.GroupID != one && p.GroupID != other }
			asWanted := slices.Equal(moves(edit.Compare(old, want, nil)), moves(together))
			if slices.ContainsFunc(together, isOpen) || !asWanted {
				unclear++
				continue
			}
			same(t, name, "the first edit", all[i], got, want)
			rest, err := edit.Apply(got, new, nil, func(*edit.Part, edit.Atom) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			same(t, name, "both edits", all[j], rest, new)
			for _, p := range edit.Compare(got, new, nil) {
				if p.GroupID != other {
					t.Errorf("%s %s: after %v a part of %v is left", name, p.Path, all[i].define, p.Source)
				}
			}
			none, err := edit.Apply(old, new, nil, func(*edit.Part, edit.Atom) bool { return false })
			if err != nil {
				t.Fatal(err)
			}
			same(t, name, "no edit", all[i], none, old)
		}
	}
	t.Logf("%d pairs of edits, %d calls; %d of %d cases unclear", pairs, calls, unclear, cases)
	if pairs < len(all)/step/2 || unclear*100 > cases {
		t.Errorf("only %d pairs, %d of %d cases unclear", pairs, unclear, cases)
	}
}

// moves returns the parts that came, went or moved, in words.
func moves(parts []edit.Part) []string {
	var all []string
	for _, p := range parts {
		if p.Change != edit.Changed {
			all = append(all, strings.Join([]string{p.Path, p.Section, string(p.Change)}, " "))
		}
	}
	return all
}

// groupOf returns the one group of the differences of some prompts; empty without any.
func (r *repository) groupOf(t *testing.T, files map[string]*goldens.File) string {
	t.Helper()
	id := ""
	for name, new := range files {
		for _, p := range edit.Compare(r.goldens[name], new, nil) {
			if id != "" && id != p.GroupID {
				t.Errorf("%s: one edit is of two groups", name)
			}
			id = p.GroupID
		}
	}
	return id
}

// inNewest returns a file in the newest version of the format.
func inNewest(f *goldens.File) *goldens.File {
	as := *f
	as.Version = 0
	return &as
}

func same(t *testing.T, name, what string, e edited, got, want *goldens.File) {
	t.Helper()
	a, err1 := inNewest(got).Append(nil)
	b, err2 := inNewest(want).Append(nil)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if d := gocmp.Diff(string(b), string(a)); d != "" {
		t.Errorf("%s, %s (%s %s): (-want +got)\n%.1500s", name, what, e.file, e.define, d)
	}
}
