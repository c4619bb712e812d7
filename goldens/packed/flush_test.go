package packed

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens"
)

// Two commands that have opened the same files, and write them one after the other, each change their own calls.
func TestFlush_sideBySide(t *testing.T) {
	for name, c := range map[string]struct{ before, first, second, want []string }{
		"other calls":      {[]string{"a", "b"}, []string{"A", "b"}, []string{"a", "B"}, []string{"A", "B"}},
		"the same":         {[]string{"a"}, []string{"A"}, []string{"A"}, []string{"A"}},
		"the last one":     {[]string{"a"}, []string{"A"}, []string{"B"}, []string{"B"}},
		"new calls":        {nil, []string{"a", ""}, []string{"", "b"}, []string{"a", "b"}},
		"a call less":      {[]string{"a", "b"}, []string{"A", "b"}, []string{"a"}, []string{"A"}},
		"no golden":        {[]string{"a"}, nil, []string{"A"}, []string{"A"}},
		"no golden either": {[]string{"a", "b"}, []string{"A", "b"}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			accept := func(g *Goldens, texts []string) {
				t.Helper()
				f := golden("x", texts...)
				kept := f.Calls[:0]
				for i, call := range f.Calls {
					if texts[i] != "" { // it has no such call
						kept = append(kept, call)
					}
				}
				f.Calls = kept
				if err := g.Accept(f); err != nil {
					t.Fatal(err)
				}
			}
			session(t, dir, func(g *Goldens) error {
				accept(g, c.before)
				return g.Accept(golden("y", "other"))
			})
			session(t, dir, func(second *Goldens) error {
				session(t, dir, func(first *Goldens) error {
					accept(first, c.first)
					return first.Accept(golden("z", "new"))
				})
				accept(second, c.second)
				return nil
			})
			g, err := Open(storeIn(dir), "s")
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			got, err := g.Golden("x")
			if err != nil {
				t.Fatal(err)
			}
			want := golden("x", c.want...)
			for _, change := range goldens.Compare(got, want) {
				if change.Status != goldens.Unchanged {
					t.Errorf("%s: %s", change.Path, change.Status)
				}
			}
			for id, text := range map[string]string{"y": "other", "z": "new"} {
				if ok, err := g.Same(golden(id, text)); !ok || err != nil {
					t.Errorf("%s: %v, %v", id, ok, err)
				}
			}
		})
	}
}

// What is accepted during a run does not wait again, and what a run has kept is not dropped by those who have not seen
// it.
func TestFlush_waitsSideBySide(t *testing.T) {
	change := func(text string) Change {
		f := golden("x", text)
		f.Pending = &goldens.Pending{Shown: text}
		return Change{f, 1}
	}
	keep := func(text string) func(*Goldens) error {
		return func(g *Goldens) error { return g.Keep(change(text)) }
	}
	drop := func(g *Goldens) error { return g.Drop("x") }
	accept := func(g *Goldens) error { return errors.Join(g.Accept(golden("x", "b")), drop(g)) }
	for name, c := range map[string]struct {
		first, second func(*Goldens) error
		want          string
	}{
		"accepted during a run":      {accept, keep("b"), ""},
		"another one accepted":       {accept, keep("c"), "c"},
		"dropped during a run":       {drop, keep("b"), "b"},
		"kept while another drops":   {keep("c"), drop, "c"},
		"dropped twice":              {drop, drop, ""},
		"kept by the run that ended": {keep("c"), keep("d"), "d"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			session(t, dir, keep("b"))
			session(t, dir, func(second *Goldens) error {
				session(t, dir, func(first *Goldens) error {
					return c.first(first)
				})
				return c.second(second)
			})
			g, err := Open(storeIn(dir), "s")
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			got := ""
			if f, err := g.Waiting("x"); err != nil {
				t.Error(err)
			} else if f.File != nil {
				got = f.Pending.Shown
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
