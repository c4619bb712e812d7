package stored

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/rows"
)

func TestSessions(t *testing.T) {
	t.Parallel()
	dir, began := t.TempDir(), time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	names := map[string]string{}
	for _, r := range []struct {
		is      string
		after   time.Duration
		seconds float64
		session bool
	}{
		{"earlier", 0, 5, true},
		{"first", 10 * time.Second, 20, true},
		{"a run", 11 * time.Second, 20, false},
		{"second", 12 * time.Second, 3, true},
		{"third", 25 * time.Second, 9, true},
		{"newest", 29 * time.Second, 1, true},
		{"newer run", 30 * time.Second, 1, false},
	} {
		info := Info{Name: RunName(began.Add(r.after)), SchemaVersion: rows.SchemaVersion, Started: began.Add(r.after),
			Seconds: r.seconds, Session: r.session, Rows: rows.Counts{Cases: 1}}
		names[r.is] = info.Name
		text, err := json.Marshal(info)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(dir, info.Name)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, infoFile), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string][]string{
		"newest":    {"first", "second", "third", "newest"}, // the second one through the first
		"earlier":   {"earlier"},
		"newer run": nil,
	} {
		wanted := map[string]bool{}
		for _, is := range want {
			wanted[names[is]] = true
		}
		got, err := Sessions(dir, names[name])
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(wanted, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
