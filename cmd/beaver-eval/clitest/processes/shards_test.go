//go:build unix

package processes_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// ofCommand are the lines of run.json about the command.
var ofCommand = regexp.MustCompile(`(?ms)^  "arguments": \[.*?\],\n`)

// merged puts the shards of a project together, and returns its report and the changes that wait for review.
func merged(t *testing.T, dir string, code int) map[string]string {
	t.Helper()
	shards, err := filepath.Glob(filepath.Join(dir, "reports", "shards", "*"))
	if err != nil {
		t.Fatal(err)
	}
	does(t, dir, []int{code}, append([]string{"report", "merge"}, shards...)...)
	return withPage(t, dir)
}

// withPage returns what a project reports, its page too, without the command that made it.
func withPage(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := reported(t, dir)
	files["report/run.json"] = ofCommand.ReplaceAllString(files["report/run.json"], "")
	files["report.html"] = page(t, dir)
	return files
}

// What a page says of the run that run.json keeps apart: its name, command and times; and its packed data.
var (
	apart = regexp.MustCompile(`[0-9]{8}-[0-9]{6}-[0-9a-f]{4}|"started":"[^"]*"|"seconds":[0-9.e-]+|` +
		`"arguments":\[[^]]*\]|, [0-9.]+m?s"|begun [^,]+`)
	chunks = regexp.MustCompile(`[A-Za-z0-9+/=]{40,}`)
)

// page is the page of the latest run, unpacked, without what run.json keeps apart.
func page(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	does(t, dir, []int{0}, "report", "export", "--format", "html", "--output", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	open := chunks.ReplaceAllStringFunc(string(text), func(chunk string) string {
		packed, err := base64.StdEncoding.DecodeString(chunk)
		if err != nil || !bytes.HasPrefix(packed, []byte{0x1f, 0x8b}) {
			return chunk
		}
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	})
	return apart.ReplaceAllString(open, "")
}

// wantSame compares reports file by file.
func wantSame(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			at := 0
			for at < min(len(got[name]), len(want[name])) && got[name][at] == want[name][at] {
				at++
			}
			t.Errorf("%s: %s is not that of the whole run from byte %d: %.200q, not %.200q", what, name, at,
				got[name][at:], want[name][at:])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %v, want %v", what, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

// changed returns a project of n cases, some of which have other prompts than accepted, with what a whole run of it
// reports.
func changed(t *testing.T, n int) (project string, want map[string]string) {
	t.Helper()
	project = imported(t, chats(t, n, "first"))
	does(t, project, []int{1}, "run")
	does(t, project, []int{0}, "accept", "--all")
	goldens := slices.Sorted(maps.Keys(data(t, project, "goldens")))
	other := strings.ReplaceAll(data(t, project, "goldens")[goldens[1]], "Question", "Query")
	err := errors.Join( // one golden is of another prompt, one case has none
		os.WriteFile(filepath.Join(project, goldens[1]), []byte(other), 0o600),
		os.Remove(filepath.Join(project, goldens[n/2])), os.RemoveAll(filepath.Join(project, "reports")))
	if err != nil {
		t.Fatal(err)
	}
	whole := copied(t, project)
	does(t, whole, []int{1}, "run")
	return project, withPage(t, whole)
}

// Eight shards, of which one is killed half way and run again, or goes on, are the run: same rows, gates, causes,
// and changes for review.
func TestShardsAreTheRun(t *testing.T) {
	t.Parallel()
	project, want := changed(t, 40)
	takes := took(t, copied(t, project), []int{0}, "run", "--shard", "3/8")
	count := tally{}
	for i := range trials(1, 3, 40) {
		dir := copied(t, project)
		for k := 1; k <= 8; k++ {
			shard := []string{"run", "--shard", fmt.Sprintf("%d/8", k)}
			if k == 3 {
				count.kill(killed(t, dir, takes, shard...))
				if i%2 == 0 && unfinished(t, dir, "3-of-8") {
					shard = []string{"run", "--resume", "reports/shards/3-of-8"}
				}
			}
			does(t, dir, []int{0}, shard...)
		}
		if files := data(t, dir, "goldens"); len(files) != len(data(t, project, "goldens")) {
			t.Errorf("a shard has written beside goldens: %v", slices.Sorted(maps.Keys(files)))
		}
		wantSame(t, "8 shards", merged(t, dir, 1), want)
		does(t, dir, []int{0}, "accept", "--all")
		does(t, dir, []int{0}, "run", "--ci")
	}
	count.log(t)
}

// unfinished reports whether a shard was killed and can go on.
func unfinished(t *testing.T, dir, shard string) bool {
	t.Helper()
	files := data(t, dir, "reports/shards/"+shard)
	return regexp.MustCompile(`"interrupted": true`).MatchString(files["reports/shards/"+shard+"/run.json"]) &&
		files["reports/shards/"+shard+"/journal"] != ""
}

// Any number of shards, that run in any order, is the run.
func TestAnyNumberOfShards(t *testing.T) {
	t.Parallel()
	project, want := changed(t, 12)
	orders := rapid.Custom(func(t *rapid.T) []int {
		all := make([]int, rapid.IntRange(1, 15).Draw(t, "n"))
		for i := range all {
			all[i] = i + 1
		}
		return rapid.Permutation(all).Draw(t, "order")
	})
	for i := range trials(2, 20, 100) {
		dir, order := copied(t, project), orders.Example(i)
		for _, k := range order {
			does(t, dir, []int{0}, "run", "--workers", fmt.Sprint(1+i%4),
				"--shard", fmt.Sprintf("%d/%d", k, len(order)))
		}
		wantSame(t, fmt.Sprint(len(order), " shards"), merged(t, dir, 1), want)
	}
}

// A second run of a shard that is in progress is one clear error, and does not disturb the first.
func TestShardTwiceAtOnce(t *testing.T) {
	t.Parallel()
	project, want := changed(t, 300)
	dir := copied(t, project)
	first := begin(t, dir, "run", "--shard", "1/1", "--workers", "1")
	for {
		if _, err := os.Stat(filepath.Join(dir, "reports", "shards", "1-of-1", "journal")); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := first.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"run", "--shard", "1/1"}, {"run", "--resume", "shards/1-of-1"}, {"report", "merge", "reports/shards/1-of-1"},
	} {
		second := begin(t, dir, args...)
		if code := second.end(t); code != 2 && code != 3 || bytes.Count(second.err.Bytes(), []byte("\n")) != 1 {
			t.Errorf("%v: exit code %d\n%s", args, code, &second.err)
		}
	}
	if err := first.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if code := first.end(t); code != 0 {
		t.Errorf("exit code %d\n%s", code, &first.err)
	}
	wantSame(t, "one shard", merged(t, dir, 1), want)
}
