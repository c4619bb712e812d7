// Package kept_test holds runs that use what earlier commands have kept against runs that do not.
package kept_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
)

// desk is a project on disk, and the folder in which its cells are kept.
type desk struct {
	dir    string
	cache  string
	broken *badserver.Server // nil: not needed so far
}

// newDesk writes the project, with vectors and two templates of the built-in ones.
func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{dir: t.TempDir(), cache: filepath.Join(t.TempDir(), "cache")}
	t.Setenv("BEAVER_EVAL_CACHE", d.cache)
	t.Setenv("GITHUB_ACTIONS", "")
	archive, err := txtar.ParseFile("testdata/project.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		d.write(t, f.Name, f.Data)
	}
	for _, name := range []string{"router.user.tmpl", "main.system.tmpl"} {
		text, err := os.ReadFile(filepath.Join("../../../../pipeline/beaver/prompts", name))
		if err != nil {
			t.Fatal(err)
		}
		d.write(t, "prompts/"+name, text)
	}
	d.write(t, "fixtures/recordings/near/_embeddings.jsonl", vectors(map[string][]float32{
		"alpha\nOne thing": {1, 0}, "beta\nOther things": {0, 1}, "Please help.": {1, 1},
	}))
	return d
}

// all returns all systems, anew as in a process of its own: they remember the libraries that they have loaded.
func all(t *testing.T) []pipeline.System {
	t.Helper()
	loaded, err := systems.All()
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// vectors returns a file of vectors.
func vectors(of map[string][]float32) []byte {
	var lines []string
	for text, vector := range of {
		var raw []byte
		for _, x := range vector {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
		}
		sum := sha256.Sum256([]byte(text))
		lines = append(lines, fmt.Sprintf(`{"text":"%x","vector":%q}`, sum[:16], base64.StdEncoding.EncodeToString(raw)))
	}
	slices.Sort(lines)
	return []byte(`{"embeddings":1,"model":"nomic-embed-text","model_digest":"0a","server":"1"}` + "\n" +
		strings.Join(lines, "\n") + "\n")
}

func (d *desk) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d *desk) write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(d.path(name)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.path(name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func (d *desk) read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(d.path(name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// files returns all files of the project, without its reports.
func (d *desk) files(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(d.dir, func(name string, e os.DirEntry, err error) error {
		rel, _ := filepath.Rel(d.dir, name)
		if err == nil && e.IsDir() && rel == "reports" {
			return filepath.SkipDir
		}
		if err == nil && !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			all = append(all, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// outcome is what a command leaves and prints, without its times and without what it says of the cache.
type outcome struct {
	Code   int
	Output any    // JSON
	Errors string // what it says beside it
	Report map[string]string
}

// ofCommand are the keys of run.json that differ from one run to the next.
var ofCommand = []string{"run", "started", "seconds", "arguments"}

// ofThisRun matches what a command prints of itself: its time, its name, and what came from the cache.
var ofThisRun = regexp.MustCompile(`[0-9.]+s\b|\d{8}-\d{6}-[0-9a-f]{4}|, [0-9,]+ of [0-9,]+ cells? from the cache`)

const keptKey = "cells_from_cache"

// does runs a verb, and returns what it leaves and how many cells came from the cache.
func (d *desk) does(t *testing.T, args ...string) (outcome, int) {
	t.Helper()
	if err := os.RemoveAll(d.path("reports")); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := cli.Call(t.Context(), &stdout, &stderr, append(args, "--root", d.dir), all(t)...)
	o := outcome{Code: code, Errors: stderr.String(), Report: map[string]string{}}
	kept := 0
	if text := stdout.Bytes(); json.Valid(text) {
		var all map[string]any
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		if n, is := all[keptKey].(float64); is {
			kept = int(n)
		}
		delete(all, keptKey)
		delete(all, "seconds")
		o.Output = all
	} else {
		o.Output = ofThisRun.ReplaceAllString(string(text), "")
	}
	files, err := filepath.Glob(d.path("reports/*/*"))
	if err != nil {
		t.Fatal(err)
	}
	more, _ := filepath.Glob(d.path("reports/*.parquet"))
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		switch filepath.Base(file) {
		case "run.json":
			var info map[string]any
			if err := json.Unmarshal(text, &info); err != nil {
				t.Fatal(err)
			}
			for _, key := range ofCommand {
				delete(info, key)
			}
			text, _ = json.Marshal(info)
			o.Report["run.json"] = string(text)
		default:
			if filepath.Ext(file) == ".parquet" {
				o.Report[filepath.Base(file)] = fmt.Sprintf("%x", sha256.Sum256(text))
			}
		}
	}
	return o, kept
}

var plainRun = []string{"run", "--ci", "--format", "json", "--full"}

// same runs a command with what was kept and without, reports where they differ, and returns the latter.
func (d *desk) same(t *testing.T, what string, args ...string) (outcome, int) {
	t.Helper()
	got, kept := d.does(t, args...)
	want, none := d.does(t, append(slices.Clone(args), "--no-cache")...)
	if none != 0 {
		t.Errorf("%s: with --no-cache %d cells are from the cache", what, none)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: what was kept is stale (-without the cache +with it):\n%s", what, diff)
	}
	return want, kept
}

// A run whose cells all come from the cache leaves what one leaves that has none: all tables, and run.json.
func TestSameWithAndWithout(t *testing.T) {
	d := newDesk(t)
	first, kept := d.same(t, "nothing kept", plainRun...)
	if kept != 0 || first.Report["faults.parquet"] == "" {
		t.Fatalf("of an empty cache: %d cells; report %v", kept, slices.Sorted(maps.Keys(first.Report)))
	}
	again, kept := d.same(t, "all kept", plainRun...)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("another run: %s", diff)
	}
	if cells := again.cells(); kept == 0 || kept != cells {
		t.Errorf("%d of %d cells are from the cache", kept, cells)
	}
	if again.Code != 1 { // since there are no goldens
		t.Errorf("exit code %d: %v %s", again.Code, again.Output, again.Errors)
	}
}

// The verdict of a green run, and the last line of faults, say how many cells came from the cache.
func TestVerdictSaysWhatWasKept(t *testing.T) {
	d := newDesk(t)
	says := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		cli.Call(t.Context(), &stdout, &stderr, append(args, "--root", d.dir), all(t)...)
		return stdout.String() + stderr.String()
	}
	t.Setenv("CI", "")
	says("run", "--no-gate", "faults.*")
	says("accept", "--all")
	want := regexp.MustCompile(`(?m)(?:^ok: .* broken on purpose|seed 1), (\d+) of (\d+) cells from the cache`)
	for _, args := range [][]string{{"run", "-q"}, {"faults"}} {
		says(args...)
		found := want.FindStringSubmatch(says(args...))
		if found == nil || found[1] != found[2] {
			t.Errorf("%v: %v in\n%s", args, found, says(args...))
		}
		if text := says(append(args, "--no-cache")...); strings.Contains(text, "from the cache") {
			t.Errorf("%v --no-cache:\n%s", args, text)
		}
	}
}

// cells returns how many cells a run counts.
func (o *outcome) cells() int {
	all, _ := o.Output.(map[string]any)
	measures, _ := all["measures"].([]any)
	for _, m := range measures {
		if of := m.(map[string]any); of["name"] == "faults.cells" {
			return int(of["value"].(float64))
		}
	}
	return 0
}

// edits returns other texts of a file: without one of its lines, and with another word or number in it.
func edits(text []byte) [][]byte {
	var all [][]byte
	lines := bytes.SplitAfter(text, []byte("\n"))
	with := func(i int, line []byte) {
		other := slices.Clone(lines)
		other[i] = line
		all = append(all, bytes.Join(other, nil))
	}
	for i, line := range lines {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		with(i, nil)
		for _, word := range bytes.FieldsFunc(line, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 0x80
		}) {
			other := bytes.Clone(word)
			other[len(other)-1] ^= 1
			with(i, bytes.Replace(line, word, other, 1))
		}
	}
	return all
}

// some returns at most n of the texts, spread evenly.
func some(all [][]byte, n int) [][]byte {
	if !testing.Short() || len(all) <= n {
		return all
	}
	var few [][]byte
	for i := range n {
		few = append(few, all[i*len(all)/n])
	}
	return few
}

// Whatever is edited in whichever file, a run never shows what was true before the edit.
func TestNoEditLeavesStaleCells(t *testing.T) {
	d := newDesk(t)
	base, _ := d.same(t, "nothing edited", plainRun...)
	spared := 0
	for _, file := range d.files(t) {
		t.Run(file, func(t *testing.T) {
			text, matters := d.read(t, file), 0
			defer d.write(t, file, text)
			for _, edited := range some(edits(text), 3) {
				d.write(t, file, edited)
				now, kept := d.same(t, string(edited), plainRun...)
				if !cmp.Equal(base, now) {
					matters++
				}
				if now.Code < 2 {
					spared = max(spared, kept)
				}
			}
			if err := os.Remove(d.path(file)); err != nil {
				t.Fatal(err)
			}
			if now, _ := d.same(t, "removed", plainRun...); !cmp.Equal(base, now) {
				matters++
			}
			if matters == 0 && file != "beaver-eval.yaml" {
				t.Error("no edit of it changes a report: this law would see nothing")
			}
		})
	}
	if now, kept := d.same(t, "edits undone", plainRun...); !cmp.Equal(base, now) || kept != base.cells() {
		t.Errorf("with all edits undone %d of %d cells are from the cache: %s", kept, base.cells(), cmp.Diff(base, now))
	}
	if spared == 0 {
		t.Error("each edit makes all cells again")
	}
}
