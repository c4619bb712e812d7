package ollama_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The window is the smaller of num_ctx and the model's own, and a num_ctx that is too large is reported. A prompt that
// does not fit is an overflow, and never silently cut.
func tryWindow(t *testing.T, p *project) {
	if err := os.MkdirAll(filepath.Join(p.dir, "fixtures", "conversations"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, words := range map[string]int{"long": 400, "middle": 270, "short": 1} {
		p.write(t, "fixtures/conversations/"+name+".yaml",
			fmt.Sprintf("beaver: {entry: main}\nturns: [{user: %s}]\n", strings.Repeat("word ", words)))
	}
	const warning = "was made for a context of 2048 tokens, num_ctx is "
	for numCtx, tooLong := range map[int][]string{4096: {"long"}, 2048: {"long"}, 1024: {"long", "middle"}} {
		q := p.copied(t)
		q.replace(t, "suites/tiny.yaml", "num_ctx: 2048", fmt.Sprintf("num_ctx: %d", numCtx))
		out := q.does(t, 0, "run", "--model", "ollama:random", "--no-report")
		if told := strings.Contains(out, warning+fmt.Sprint(numCtx)); told != (numCtx > 2048) {
			t.Errorf("num_ctx %d: warned %t\n%s", numCtx, told, out)
		}
		wantOverflow(t, q, tooLong)
	}
}

// wantOverflow fails unless the prompts of these cases, and no others, are too long: live, and from recordings.
func wantOverflow(t *testing.T, p *project, cases []string) {
	t.Helper()
	live := p.traced(t, 0, "run", "--model", "ollama:random")
	p.record(t, 1, "tiny")
	p.leave(t)
	replayed := p.traced(t, 1, "run") // there are no goldens
	wantSame(t, live, replayed)
	for _, all := range []trace{live, replayed} {
		var over []string
		for _, c := range all.of("call") {
			if c.Failure == nil {
				wantWhole(t, c)
				continue
			}
			want(t, "reason", "overflow", c.Failure.Reason)
			over = append(over, c.Case)
		}
		want(t, "too long", cases, over)
		want(t, "fallbacks", map[string]int{"main overflow": len(cases)}, all.fallbacks())
	}
	p.says(t, 1, []string{fmt.Sprintf("context.overflow: %d call", len(cases))}, "run", "--gate", "context")
}
