package git

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The ids are those of git hash-object.
func TestHolds(t *testing.T) {
	for object, data := range map[string]string{
		"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391":                         "",
		"ce013625030ba8dba906f756967f9e9ca394464a":                         "hello\n",
		"2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4": "hello\n",
	} {
		f := File{Object: object}
		if !f.Holds([]byte(data)) || f.Holds([]byte(data+"x")) {
			t.Errorf("%s holds %q alone", object, data)
		}
	}
	if (File{}).Holds(nil) {
		t.Error("no file holds nothing")
	}
}

func TestFetch(t *testing.T) {
	id := strings.Repeat("0123456789", 4)
	origin, two := []string{"fork", "origin"}, []string{"fork", "upstream"}
	for _, tt := range []struct {
		rev            string
		there, shallow bool
		remotes        []string
		named          bool // the revision could be a branch
		want           string
	}{
		{"origin/main", false, true, origin, true,
			"fetch --unshallow origin +refs/heads/main:refs/remotes/origin/main"},
		{"origin/main", false, false, origin, true, "fetch origin +refs/heads/main:refs/remotes/origin/main"},
		{"origin/main", true, true, origin, true, "fetch --unshallow origin +refs/heads/main:refs/remotes/origin/main"},
		{"origin/main", true, false, origin, true, ""},
		{"upstream/a/b", false, false, two, true, "fetch upstream +refs/heads/a/b:refs/remotes/upstream/a/b"},
		{"main", false, false, two, true, "fetch fork main:main"},
		{"main", false, true, origin, true, "fetch --unshallow origin main:main"},
		{"main", true, true, origin, true, "fetch --unshallow origin"},
		{"origin/main~2", false, true, origin, false, "fetch --unshallow origin"},
		{"HEAD~2", false, false, origin, false, ""},
		{id, false, false, origin, true, "fetch origin " + id},
		{id, true, true, origin, true, "fetch --unshallow origin"},
	} {
		e := &MissingError{Rev: tt.rev, There: tt.there, Shallow: tt.shallow}
		got := strings.Join(e.fetch(tt.remotes, func() bool { return tt.named }), " ")
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%+v (-want +got):\n%s", tt, d)
		}
	}
}
