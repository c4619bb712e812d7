package clitest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// exits CODE COMMAND ARG...: the command ends with exactly this code. A well-behaved program runs inside the test; with
// exec it is a process.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command [arg...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := exitCode(ts, args[1], args[2:]); got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// exitCode runs a command, inside the test if possible, and returns its exit code.
func exitCode(ts *testscript.TestScript, command string, args []string) int {
	if c := ts.Value(insideKey{}).(*caller); c.takes(command, args) {
		var stdout, stderr stream
		code := c.call(ts, &stdout, &stderr, command, args)
		_, err1 := ts.Stdout().Write(stdout.bytes())
		_, err2 := ts.Stderr().Write(stderr.bytes())
		ts.Check(errors.Join(err1, err2))
		return code
	}
	err := ts.Exec(command, args...)
	if err == nil {
		return 0
	}
	e, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		ts.Fatalf("%s: %v", command, err)
	}
	return e.ExitCode()
}

// sameJSON GOT WANT: two files hold the same JSON; the text "*" in WANT stands for any value.
func sameJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sameJSON got want")
	}
	var got, want any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &got))
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[1])), &want))
	if d := cmp.Diff(want, mask(got, want)); d != "" {
		ts.Fatalf("%s (-want +got):\n%s", args[0], d)
	}
}

// mask puts "*" into got where want says so.
func mask(got, want any) any {
	switch w := want.(type) {
	case string:
		if w == "*" {
			return w
		}
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			for k := range g {
				g[k] = mask(g[k], w[k])
			}
		}
	case []any:
		if g, ok := got.([]any); ok {
			for i := range min(len(g), len(w)) {
				g[i] = mask(g[i], w[i])
			}
		}
	}
	return got
}

// prompts DIR: copies beaver's own templates into a new folder.
func prompts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: prompts folder")
	}
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), newBeaver().Prompts()))
}

// replace FILE OLD NEW: replaces a text that occurs once in the file; escapes like \n are as in Go.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace file old new")
	}
	for i, arg := range args[1:] {
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(arg, `"`, `\"`) + `"`)
		ts.Check(err)
		args[i+1] = text
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%s: %q stands %d times in it", args[0], args[1], n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o600))
}

// fill FILE MB: appends so many megabytes of the letter x and a line end to the file.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fill file megabytes")
	}
	mb, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := strings.TrimSuffix(ts.ReadFile(args[0]), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), fmt.Appendf(nil, "%s%s\n", text, strings.Repeat("x", mb<<20)), 0o600))
}

// plant FILE OLD NEW: replaces every occurrence of a text in the file.
func plant(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: plant file old new")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s: %q does not stand in it", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o600))
}

// clean DIR TEXT...: no file of the folder contains any of the texts, and there is a file.
func clean(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: clean folder text...")
	}
	files := 0
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(file string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(file)
		for _, text := range args[1:] {
			if strings.Contains(string(data), text) {
				ts.Fatalf("%s holds %s", file, text)
			}
		}
		return err
	}))
	if files == 0 {
		ts.Fatalf("no files in %s", args[0])
	}
}

// report: copies the folder that reports/latest names to report.
func lastReport(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: report")
	}
	name := strings.TrimSpace(ts.ReadFile("reports/latest"))
	ts.Check(os.RemoveAll(ts.MkAbs("report")))
	ts.Check(os.CopyFS(ts.MkAbs("report"), os.DirFS(ts.MkAbs("reports/"+name))))
}

// digest FILE PATH: replaces DIGEST in FILE by the digest of the last run's request at this path.
func digest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: digest file path")
	}
	var stdout, stderr stream
	export := []string{"report", "export", "--format", "jsonl", "--table", "calls"}
	if code := ts.Value(insideKey{}).(*caller).call(ts, &stdout, &stderr, "beaver-eval", export); code != 0 {
		ts.Fatalf("exit code %d: %s", code, stderr.bytes())
	}
	for line := range bytes.Lines(stdout.bytes()) {
		var row struct {
			Path   string `json:"path"`
			Digest string `json:"request_digest"`
		}
		ts.Check(json.Unmarshal(line, &row))
		if row.Path == args[1] {
			text := strings.ReplaceAll(ts.ReadFile(args[0]), "DIGEST", row.Digest)
			ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
			return
		}
	}
	ts.Fatalf("the last run has no call %s", args[1])
}
