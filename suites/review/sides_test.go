package review

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// golden returns a golden with a single call that says a text.
func golden(t *testing.T, text string) []byte {
	t.Helper()
	f := &goldens.File{Suite: "s", Case: "c", Calls: []goldens.Call{{Path: "turn-1/main-1", Stage: "main",
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", text)}}}}
	b, err := f.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestReadSides(t *testing.T) {
	base, ours, theirs := golden(t, "base"), golden(t, "ours"), golden(t, "theirs")
	conflict := "<<<<<<< HEAD\n" + string(ours) + "=======\n" + string(theirs) + ">>>>>>> feature\n"
	for name, c := range map[string]struct {
		file   string
		staged map[int]string // nil: git does not know the file
		want   [2]string      // texts of the sides; empty: unreadable
		marked bool
		errs   []string
	}{
		"git knows": {conflict, map[int]string{2: string(base), 3: string(theirs)}, [2]string{"base", "theirs"}, false,
			nil},
		"git does not know": {conflict, nil, [2]string{"ours", "theirs"}, true, nil},
		"git knows one":     {conflict, map[int]string{3: string(base)}, [2]string{"ours", "base"}, true, nil},
		"a side is broken": {conflict, map[int]string{2: "golden: [", 3: string(theirs)}, [2]string{"", "theirs"},
			false, []string{"goldens/s/c.yaml: ours cannot be read: did not find expected node content"}},
		"half a conflict": {"<<<<<<< HEAD\n" + string(ours), nil, [2]string{}, false, []string{
			"goldens/s/c.yaml: it holds a merge conflict, and neither git's index nor the markers say what ours is",
			"goldens/s/c.yaml: it holds a merge conflict, and neither git's index nor the markers say what theirs is"}},
	} {
		sides := readSides("goldens/s/c.yaml", []byte(c.file), secrets.New(), func(stage int, _ string) []byte {
			if text, ok := c.staged[stage]; ok {
				return []byte(text)
			}
			return nil
		})
		var got [2]string
		for i, side := range sides.Both {
			if side.golden != nil {
				got[i] = side.golden.Calls[0].Messages[0].Sections[0].Text
			}
		}
		var errs []string
		for _, err := range sides.Errs {
			errs = append(errs, err.Error())
		}
		if got != c.want || sides.Marked != c.marked || !cmp.Equal(c.errs, errs) {
			t.Errorf("%s: %q, from the markers: %v, %q", name, got, sides.Marked, errs)
		}
	}
}
