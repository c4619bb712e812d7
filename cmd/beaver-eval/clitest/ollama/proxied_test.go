package ollama_test

import (
	"strings"
	"testing"
)

// A program records through the proxy, streamed by Ollama's own API and by that of OpenAI; without the server its
// requests are the same and get the same answers.
func tryProxy(t *testing.T, p *project) {
	upstream := []string{"--upstream", "ollama=" + p.host, "--upstream", "openai=" + p.host + "/v1"}
	all := append([]string{"record"}, upstream...)
	p.says(t, 0, []string{"2 cases recorded with 8 answers"}, all...)
	for suite, source := range map[string]string{"chat": "openai", "native": "ollama"} {
		text := p.read(t, "fixtures/recordings/"+suite+"/sure.jsonl")
		if n := strings.Count(text, `"source":"`+source+`","model":"stages"`); n != 4 {
			t.Errorf("%s: %d answers of %s, want 4:\n%s", suite, n, source, text)
		}
		if strings.Contains(text, `"fail"`) || !strings.Contains(text, `"duration_ms"`) {
			t.Errorf("%s: no answers as a server gives them:\n%s", suite, text)
		}
	}
	p.says(t, 0, []string{"0 cases recorded with 0 answers; 2 cases unchanged"}, all...)

	p.leave(t)
	want(t, "matches", map[string]int{"fresh": 8}, p.traced(t, 1, "run").matches()) // there are no goldens
	p.does(t, 0, "accept", "--all")
	p.says(t, 0, []string{"8 prompts as accepted"}, "run", "--ci")
	p.does(t, 0, "run", "--twice")
}
