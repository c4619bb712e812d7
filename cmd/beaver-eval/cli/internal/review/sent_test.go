package review_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/review"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// starterFiles returns a folder with the starter project.
func starterFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, starter.Files()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// casesOf returns the cases of the project in a folder.
func casesOf(t *testing.T, dir string) *review.SentCases {
	t.Helper()
	all, err := systems.All()
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]pipeline.System{}
	for _, s := range all {
		byName[s.Name()] = s
	}
	p, err := project.Open(os.DirFS(dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := project.Load(t.Context(), p, byName, nil)
	if err != nil {
		t.Fatal(err)
	}
	return review.NewSentCases(t.Context(), loaded, byName, nil)
}

// A case runs once, however often it is requested; its requests are beside the accepted ones, with the inputs.
func TestOf(t *testing.T) {
	dir := starterFiles(t)
	cases := casesOf(t, dir)
	c, err := cases.Of("starter", "order-status")
	if err != nil {
		t.Fatal(err)
	}
	call := c.Call("turn-2/router")
	want := review.ArrayInput{Place: "turn-2", Kind: pipeline.UserMessage,
		Text: "Please write me a short note that I can send to the recipient."}
	if d := cmp.Diff(want, call.Input); d != "" {
		t.Errorf("what came in (-want +got):\n%s", d)
	}
	if call.Old == nil || call.Sent == nil || call.Old.Path != "turn-2/router" || call.Sent.Path != "turn-2/router" ||
		!strings.Contains(call.Sent.Response.Content, "Note to the recipient") {
		t.Errorf("the call is %+v", call)
	}
	if c.Call("turn-9/router") != nil {
		t.Error("there is a call that nobody makes")
	}
	file := filepath.Join(dir, "fixtures", "conversations", "order-status.yaml")
	if err := os.WriteFile(file, []byte("damaged: ["), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := cases.Of("starter", "order-status"); again != c || err != nil {
		t.Errorf("asked for once more it is another one, %v", err)
	}
	if _, err := cases.Of("starter", "small-team"); err == nil || !strings.Contains(err.Error(), "order-status.yaml") {
		t.Errorf("with a case that is damaged the error is %v", err)
	}
	if _, err := cases.Of("nobody", "x"); err == nil {
		t.Error("there is a case of a suite that is not there")
	}
}

// A removed case has its golden; one without a golden has its requests. Secrets of an older golden are masked.
func TestOf_OneSide(t *testing.T) {
	dir := starterFiles(t)
	key := "ghp_" + strings.Repeat("Qm7Zt4Kd9Rw2", 3)
	golden := filepath.Join(dir, "goldens", "starter", "router-down.yaml")
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.Replace(string(text), "Return compact JSON only.", key, 1))
	err = errors.Join(os.WriteFile(golden, text, 0o600),
		os.Remove(filepath.Join(dir, "fixtures", "conversations", "router-down.yaml")),
		os.Remove(filepath.Join(dir, "goldens", "starter", "small-team.yaml")))
	if err != nil {
		t.Fatal(err)
	}
	cases := casesOf(t, dir)
	for id, sends := range map[string]bool{"router-down": false, "small-team": true} {
		c, err := cases.Of("starter", id)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Paths()) == 0 {
			t.Errorf("%s has no calls", id)
		}
		for _, path := range c.Paths() {
			if call := c.Call(path); (call.Sent != nil) != sends || (call.Old != nil) == sends {
				t.Errorf("%s/%s: the call is %+v", id, path, call)
			} else if call.Old != nil && strings.Contains(call.Old.Messages[0].Content(), key) {
				t.Errorf("%s/%s shows a secret", id, path)
			}
		}
	}
}

// Each of many concurrent calls gets the case, or nothing because of a later call; after Stop none does.
func TestOf_AtOnce(t *testing.T) {
	cases := casesOf(t, starterFiles(t))
	var wg sync.WaitGroup
	for _, id := range strings.Fields(strings.Repeat("order-status small-team ", 10)) {
		wg.Go(func() {
			if c, err := cases.Of("starter", id); err != nil || c != nil && c.Case != id {
				t.Errorf("%s: %v, %v", id, c, err)
			}
		})
	}
	wg.Wait()
	if c, err := cases.Of("starter", "small-team"); c == nil || err != nil {
		t.Errorf("who asks last gets %v, %v", c, err)
	}
	cases.Stop()
	if c, err := cases.Of("starter", "small-team"); c != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("behind the end there is %v, %v", c, err)
	}
}
