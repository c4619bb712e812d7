package ollama_test

import (
	"fmt"
	"strings"
	"testing"
)

// A server's /v1 gives the answers of its own API, with tools, schemas and streams, and they become recordings, which
// replay without it.
func (w whole) tryOpenAI(t *testing.T, p *project, native trace) {
	flags := []string{"--model", "openai:stages", "--host", p.host + "/v1"}
	live := p.traced(t, 0, append([]string{"run"}, flags...)...)
	for _, c := range live.of("call") {
		if c.Source != "openai" || c.Match != "live" || c.Failure != nil {
			t.Errorf("%s: %s: %s %s, %q: not answered by the server", c.Case, c.Path, c.Source, c.Match, c.answered())
		}
		if c.Response != nil && c.Response.Usage.Prompt == 0 {
			t.Errorf("%s: %s: the server has counted no tokens", c.Case, c.Path)
		}
	}
	wantSame(t, native, live)

	p.says(t, 0, []string{fmt.Sprintf("with %d answers", w.Calls)}, append([]string{"record"}, flags...)...)
	p.add(t, "suites/live.yaml", "recordings: live")
	for file, text := range p.files(t, "fixtures/recordings/live/*.jsonl") {
		if n := strings.Count(text, `"source":"openai","model":"stages"`); n == 0 || strings.Contains(text, `"fail"`) {
			t.Errorf("%s: no answers of the server:\n%s", file, text)
		}
	}
	p.leave(t)
	wantSame(t, live, p.traced(t, 1, "run")) // there are no goldens
}
