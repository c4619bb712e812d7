package examples_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

// away calls other hosts in each of Node's ways, before it calls its model.
const away = `import https from 'node:https'
const name = process.env.BEAVER_EVAL_CASE
const nothing = () => {}
await fetch('https://' + name + '.tls.example.com/v1/spans', { method: 'POST', body: '{}' }).catch(nothing)
await fetch('http://' + name + '.plain.example.com/').catch(nothing)
await new Promise((next) => https.get('https://' + name + '.module.example.com/', next).on('error', next))
const headers = { 'content-type': 'application/json' }
const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] })
const response = await fetch(process.env.OPENAI_BASE_URL + '/chat/completions', { method: 'POST', headers, body })
console.log((await response.json()).choices[0].message.content)
`

// A Node program that calls another host is refused, each of two concurrent cases reports its own hosts, and the
// program ends. Node before 22.21 ignores proxies in its environment, and its modules http and https do before 24.5.
func TestNodeGoesNowhere(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("node", "--version").Output()
	if err != nil {
		t.Skip("no node")
	}
	var major, minor int
	if _, err := fmt.Sscanf(string(out), "v%d.%d", &major, &minor); err != nil {
		t.Fatalf("node is of version %s: %v", out, err)
	}
	if major < 22 || major == 22 && minor < 21 || major == 23 || major == 24 && minor < 5 {
		t.Skipf("node %s does not look for a proxy in its environment, or not always", strings.TrimSpace(string(out)))
	}
	dir := t.TempDir()
	const suite = "system: app\napp: {command: [node, agent.mjs], limit: 20s}\notherwise: {chat: Hi.}\n"
	const hi = "turns: [{user: Hi}]\n"
	for name, text := range map[string]string{
		"beaver-eval.yaml": "", "agent.mjs": away, "suites/desk.yaml": suite,
		"fixtures/conversations/a.yaml": hi, "fixtures/conversations/b.yaml": hi,
	} {
		project.Write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	project.Does(t, dir, 1, "run") // there are no goldens
	project.Does(t, dir, 0, "accept", "--all")
	said := project.Does(t, dir, 0, "run")
	for _, want := range []string{
		"a.yaml:1: turn-1: refused: a connection to a.tls.example.com:443",
		"a.yaml:1: turn-1: refused: a connection to a.plain.example.com",
		"b.yaml:1: turn-1: refused: a connection to b.tls.example.com:443",
		"b.yaml:1: turn-1: refused: a connection to b.plain.example.com",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing is said of %q:\n%s", want, said)
		}
	}
	if n := strings.Count(said, "and 1 more"); n != 2 { // the requests of node:https
		t.Errorf("%d cases with a third host, want 2:\n%s", n, said)
	}
}
