//go:build unix

package cli

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// keptAgent is an application that a process of a turn, of a case, or of all cases can run.
const keptAgent = `import json, os, sys, urllib.request
def reply(text):
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": text}]}).encode()
    with urllib.request.urlopen(os.environ["OPENAI_BASE_URL"] + "/chat/completions", body) as answer:
        return json.load(answer)["choices"][0]["message"]["content"]
if len(sys.argv) == 1:
    print(reply(sys.stdin.read()))
else:
    for line in sys.stdin:
        print(json.dumps({"reply": reply(json.loads(line)["text"])}), flush=True)
`

// BenchmarkKeep times whole processes: `run` over cases of two turns of an application in Python, by how long its
// processes last.
func BenchmarkKeep(b *testing.B) {
	if _, err := exec.LookPath("python3"); err != nil {
		b.Skip("needs python3")
	}
	program := buildProgram(b)
	const cases = 10
	for keep, command := range map[string]string{
		"turn": "[python3, agent.py]", "case": "[python3, agent.py, lines]", "suite": "[python3, agent.py, lines]",
	} {
		b.Run(keep, func(b *testing.B) {
			dir := b.TempDir()
			write(b, dir, "beaver-eval.yaml", "")
			write(b, dir, "agent.py", keptAgent)
			write(b, dir, "suites/s.yaml", fmt.Sprintf(
				"system: app\napp: {command: %s, keep: %s}\notherwise: {chat: Fine.}\n", command, keep))
			var lines strings.Builder
			for i := range cases {
				fmt.Fprintf(&lines, "{\"id\":\"c%d\",\"turns\":[{\"user\":\"Hello\"},{\"user\":\"Bye\"}]}\n", i)
			}
			write(b, dir, filepath.Join("fixtures", "conversations", "all.jsonl"), lines.String())
			for b.Loop() {
				runs(b, program, 1, "run", "--ci", "--no-report", "--root", dir)
			}
			b.ReportMetric(float64(cases*b.N)/b.Elapsed().Seconds(), "cases/s")
		})
	}
}
