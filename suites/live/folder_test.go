package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

func line(path string) model.Line {
	req := pipeline.Request{Path: path, Stage: "main", Messages: []pipeline.Message{
		pipeline.Text(pipeline.RoleUser, "Content", path),
	}}
	return model.Line{Path: path, Repeat: 1, Source: pipeline.SourceOllama, Digest: model.Digest(req), Request: &req,
		Response: pipeline.Response{Content: "said"}}
}

func pathsOf(t *testing.T, f *Folder, id string) []string {
	t.Helper()
	rec, err := f.Read("s", id)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, l := range rec.Lines {
		all = append(all, l.Path)
	}
	return all
}

// Each answer can be read as soon as it has arrived, after the earlier ones; the end puts them into order.
func TestFolderKeeps(t *testing.T) {
	long := strings.Repeat("long", 60)
	for _, id := range []string{"plain", "退款", "../../up", "a/b", "CON", ".hidden", "_embeddings", long} {
		f := &Folder{Dir: filepath.Join(t.TempDir(), "recordings")}
		if rec, err := f.Read("s", id); rec != nil || err != nil || f.Has("s", id) {
			t.Errorf("%q: nothing was kept, got %v, %v", id, rec, err)
		}
		file, err := f.begin("s", id, 0, &model.Recording{Case: id, Lines: []model.Line{line("turn-2/main-1")}})
		if err != nil {
			t.Errorf("%q: %v", id, err)
			continue
		}
		if err := file.add(line("turn-1/main-1")); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{"turn-2/main-1", "turn-1/main-1"}, pathsOf(t, f, id)); d != "" {
			t.Errorf("%q before its end (-want +got):\n%s", id, d)
		}
		if err := file.end(&model.Recording{Case: id, Lines: []model.Line{line("turn-1/main-1")}}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{"turn-1/main-1"}, pathsOf(t, f, id)); d != "" || !f.Has("s", id) {
			t.Errorf("%q (-want +got):\n%s", id, d)
		}
		if names, err := filepath.Glob(filepath.Join(f.Dir, "s", "*.jsonl")); err != nil || len(names) != 1 {
			t.Errorf("%q: files %v, %v", id, names, err)
		}
	}
}

// A case without an answer leaves no file, and two of one run never write to the same one.
func TestFolderBegins(t *testing.T) {
	f := &Folder{Dir: t.TempDir()}
	file, err := f.begin("s", "c", 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.begin("s", "c", 0, nil); err == nil {
		t.Error("the file of a case is begun twice")
	}
	if err := file.end(&model.Recording{Case: "c"}); err != nil || f.Has("s", "c") {
		t.Errorf("a file without answers stays: %v", err)
	}
}

func TestFolderRefuses(t *testing.T) {
	f := &Folder{Dir: t.TempDir()}
	if err := os.MkdirAll(filepath.Join(f.Dir, "s", "folder.jsonl"), 0o755); err != nil {
		t.Fatal(err)
	}
	for id, text := range map[string]string{
		"other": `{"recording":1,"case":"another"}` + "\n", "half": `{"recording":1,"case":"half"}` + "\n" + `{"path":"tu`,
		"empty": "", "old": `{"recording":0,"case":"old"}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(f.Dir, "s", id+".jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for id, want := range map[string]string{
		"other": `other.jsonl:1: the recording of case "another", not of "other"`, "half": "half.jsonl:2: ",
		"empty": "empty.jsonl:1: an empty recording", "old": "old.jsonl:1: recording version 0",
		"folder": "folder.jsonl: is a directory",
	} {
		if _, err := f.Read("s", id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", id, err, want)
		}
	}
}
