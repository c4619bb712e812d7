package runner_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// locked is a file system on which some paths may not be read. Rights on a real one do not bind a superuser.
type locked struct {
	fs.FS
	paths []string
}

func (l locked) Open(name string) (fs.File, error) {
	for _, p := range l.paths {
		if name == p {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
		}
	}
	return l.FS.Open(name)
}

func TestWithoutRights(t *testing.T) {
	files := fstest.MapFS{
		"suites/s.yaml":                     {Data: []byte("system: echo\nrecordings: set\n")},
		"fixtures/conversations/hello.yaml": {Data: []byte("turns: [{user: Hello}]\n")},
		"fixtures/recordings/set/a.jsonl":   {Data: []byte(`{"recording":1,"case":"a"}` + "\n")},
	}
	for path, want := range map[string]string{
		"beaver-eval.yaml":                  "beaver-eval.yaml",
		"suites":                            "suites: the folder of suites cannot be read: permission denied",
		"suites/s.yaml":                     "suites/s.yaml: permission denied",
		"fixtures/conversations/hello.yaml": "fixtures/conversations/hello.yaml: permission denied",
		"fixtures/conversations":            "permission denied",
		"fixtures/recordings/set":           "suites/s.yaml:2: recordings: ",
	} {
		t.Run(path, func(t *testing.T) {
			p, err := project.Open(locked{files, []string{path}}, "")
			if err == nil {
				_, err = project.Load(context.Background(), p, map[string]pipeline.System{"echo": echo{}}, nil, "")
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}

// A golden or a recording without read permission is an error of its case, and never looks like a missing one.
func TestUnreadableGoldenIsNoNewOne(t *testing.T) {
	for path, want := range map[string]string{
		"goldens/s/hello.yaml":                "goldens/s/hello.yaml: permission denied",
		"fixtures/recordings/set/hello.jsonl": "fixtures/recordings/set/hello.jsonl: permission denied",
	} {
		t.Run(path, func(t *testing.T) {
			p := inMemory(t, locked{fstest.MapFS{
				"suites/s.yaml":                       {Data: []byte("system: echo\nrecordings: set\n")},
				"fixtures/conversations/hello.yaml":   {Data: []byte("turns: [{user: Hello, answers: {main: Hi.}}]\n")},
				"fixtures/recordings/set/hello.jsonl": {Data: []byte(`{"recording":1,"case":"hello"}` + "\n")},
				"goldens/s/hello.yaml":                {Data: []byte("golden: 2\n")},
			}, []string{path}})
			results := run(t, p, echo{}, runner.Options{Compare: true})
			if len(results) != 1 || results[0].Status != result.StatusError || len(results[0].Changes) > 0 {
				t.Fatalf("results %+v, want one error", results)
			}
			if err := errors.Join(results[0].Errors...); !strings.Contains(err.Error(), want) || results[0].Bug {
				t.Errorf("%v (a bug: %v), want %s, an error of the input", err, results[0].Bug, want)
			}
		})
	}
}
