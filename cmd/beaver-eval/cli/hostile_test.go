package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// plantedKey is a secret, assembled here so that no scanner takes this file for a leak.
const plantedKey = "ghp_" + "Qm7Zt4Kd9Rw2Xv8Lb5Qm7Zt4Kd9Rw2Xv8Lb5"

// hostile is text that has an effect when printed, or must not be shown.
const hostile = hostileID + " password: Winter2031! " + plantedKey

// hostileID is the part of it that may be a case's id, which must hold no secret.
const hostileID = "x\n::error::owned\n  ::add-mask::a\r::error::b\u0085::error::c ##[error]d " +
	"\x1b[2J\x1b]0;t\x07\u202etxt\u2028\u009b31m\x7f " +
	"<!-- \" ' | , = @SUM(A1)"

// hostileName is the part of it that may be in a file name.
const hostileName = "n\x1b[2J\r::error::f ##[error] \u202e" + plantedKey

// hostileCommands returns the arguments for each verb; the first command of a verb should get far. A verb without an
// entry fails the test.
func hostileCommands(dir string) map[string][][]string {
	const id = "h/" + hostileID
	return map[string][][]string{
		"run": {
			{"--ci=false"}, {"--ci=false", "--format", "json", "--no-report"},
			{"--ci=false", "--trace", "-", "--no-report"},
			{"--ci", "--no-report"}, {"--ci=false", "--no-report", "--full"}, {"--ci=false", "--no-report", "--quiet"},
			{"--suite", hostile}, {"--stage", hostile}, {"--gate", hostile},
			{"--baseline", hostile}, {"--prompts", hostile}, {"--workers", hostile},
			{"--tag", hostile}, {"-k", hostile}, {"--failed", hostile}, {"--twice", hostile},
			{"--ci=false", "--shard", "1/1"}, {"--shard", hostile}, {"--shard", "1/1", "--shard-by-time", hostile},
			{"--timeout", hostile}, {"--max-failures", hostile}, {"--ci=false", "--max-failures", "1", "--no-report"},
			{"--failed", "--ci=false", "--no-report"}, {"--requests", hostile},
			{"--suite", "h", "--requests", filepath.Join(dir, "log.jsonl")},
			{"--model", hostile}, {"--model", "ollama:" + hostile, "--host", "127.0.0.1:1"}, {"--resume", hostile},
			{"--model", "ollama:x", "--host", hostile}, {"--recordings", hostile}, {"--recordings", hostileName},
			{"--no-gate", hostile}, {"--trace", hostileName + "/x"},
			{"--html", hostileName + "/x"}, {"--format", hostile}, {"--" + hostile}, {hostile},
			{"--ci=false"}, // report shows the last run
		},
		"accept": {{"--all"}, {hostile}, {"--stage", hostile}, {"--all", "--from", hostile}, {"[" + hostile},
			{"--cause", hostile}, {"--section", hostile}, {"--section", "*", "--dry-run"},
			{"--all", "--pending"}, {"--gone", "--dry-run"}, {"--gone"}, {"--gone", hostile},
			{"--all", "--requests", hostile}, {"--all", "--", hostile}},
		"diff": {{}, {"--format", "json"}, {"--format", "patch"}, {"--format", "markdown"}, {hostile},
			{"--cause", hostile}, {"--prompts", hostile}, {"--section", hostile}, {"--stage", hostile},
			{"--run", hostile}, {"--format", hostile},
			{"--base", hostile}, {"--base=-" + hostile}, {"--base", "HEAD"}, {"--base", "HEAD", hostile},
			{"--base", "HEAD", "--format", "json"}, {"--base", "HEAD", "--section", hostile}},
		"compare": {{"latest", "latest"}, {"latest", "latest", "--format", "json", "--all"},
			{"latest", "latest", "--format", "markdown", "--by", "tag"}, {hostile, hostile}, {"latest", hostileName},
			{"latest", "--by", "system"}, {hostile, "--by", "system"},
			{"latest", "latest", "--metric", hostile}, {"latest", "latest", "--by", hostile},
			{"latest", "latest", "--pair", hostile + "=" + hostile}, {"latest", "latest", "--pair", hostile},
			{"latest", "latest", "--gate", hostile}, {"latest", "latest", "--margin", hostile},
			{"latest", "latest", "--format", hostile}, {hostile}},
		"reject": {{"--all", "--dry-run"}, {hostile}, {"--stage", hostile}, {"--all", "--from", hostile},
			{"--cause", hostile}, {"--section", hostile}, {"--section", "*"}},
		"proxy": {{"--suite", "h"}, {"--suite", hostile}, {"--gate", hostile}, {"--no-gate", hostile}, {"--accept"},
			{"--ci"}, {hostile}, {"--" + hostile}},
		"review": {{}, {hostile}, {"--suite", hostile}, {"--from", hostile}, {"--" + hostile}},
		"record": {
			{"--mode", "none"}, {"--mode", hostile}, {"--from", hostile}, {"--host", hostile, "--mode", "all"},
			{hostile},
			{"--model", "ollama:" + hostile, "--mode", "all", "--host", "127.0.0.1:1"}, {"--model", hostile},
		},
		"show": {{id}, {id, "--format", "json"}, {id + "/turn-1/main-1", "--format", "openai"},
			{id + "/nowhere"}, {hostile + "x"}, {id, "--prompts", hostile}},
		"list": {{"cases"}, {"suites"}, {"cases", "--format", "json"}, {"suites", "--format", "json"},
			{"stages"}, {"systems"}, {hostile}, {"--suite", hostile}, {"cases", "--tag", hostile}},
		"check": {{}, {"--format", "json"}, {"--skills", filepath.Join(dir, "fixtures", "skills")},
			{"--skills", hostile}},
		"faults": {
			{"--suite", "h", "--fault", "prose", "--fault", "tool-*"},
			{"--suite", "h", "--fault", "prose", "--format", "json"},
			{"--suite", "h", "--case", id, "--cell", "turn-1/router:prose:strict"},
			{"--suite", "h", "--cell", hostile}, {"--fault", hostile}, {"--stage", hostile}, {"--case", hostile},
			{"--declared", "--suite", "h"}, {"--declared", "--otherwise", hostile},
			{"--suite", hostile}, {"--seed", hostile}, {"--vectors", hostile},
			{"--vectors", filepath.Join(dir, "in.jsonl")},
			{"--suite", "h", "--fault", "empty", "--format", "markdown", "--no-report"},
		},
		"import": {{"--format", "openai-chat", "--name", "in", filepath.Join(dir, "in.jsonl")},
			{"--format", "tau-bench", filepath.Join(dir, "in.jsonl")}, {"--format", hostile, "x"},
			{"--format", "routing", hostile}, {"--format", "openai-chat", "--name", hostile, "x"},
			{"--format", "otel", filepath.Join(dir, "in.jsonl")},
			{"--format", "requests", filepath.Join(dir, "in.jsonl")}},
		"init": {{"--system", hostile}, {hostile}, {"--from", hostile, hostile},
			{"--from", "requests", hostile}, {"--templates", filepath.Join(dir, hostileName)},
			{"--demo", hostileName}, {"--demo", filepath.Join(dir, hostileName, "x")}, {"--demo"},
			{"--templates", filepath.Join(dir, "fixtures")}, {"--templates", dir + "/x", "--system", hostile}},
		"report show": {{}, {"--format", "json"}, {hostile}, {"--verdict", hostile}, {"--case", hostile}},
		"report coverage": {{"--faults"}, {"--format", "json"}, {"--format", "lcov"}, {"--suite", hostile},
			{"--system", hostile}, {"--run", hostile}},
		"report figures": {{}, {"--format", "json"}, {"--format", "markdown"}, {hostile}, {"--case", hostile},
			{"--suite", hostile}, {"--format", hostile}},
		"report cost": {{}, {"--format", "json"}, {"--format", "markdown"}, {hostile}, {"--run", hostile},
			{"--baseline", hostile}, {"--provider", hostile}, {"--format", hostile}},
		"report export": exportCommands(), "report view": {{}, {hostile}},
		"report merge": {{hostile}, {dir, hostileName}, {filepath.Join(dir, "reports", "shards", "1-of-1")}},
		"version":      {{}, {hostile}}, "completion": {{"bash"}, {hostile}}, "help": {{"run"}, {hostile}},
		"exit-codes": {{}, {hostile}},
	}
}

// firstCodes returns the exit code of a verb's first command if files are readable: other codes would mean little
// output.
func firstCodes() map[string]int {
	return map[string]int{"run": console.Gate, "accept": console.OK, "show": console.OK, "list": console.OK,
		"import":      console.OK,
		"report show": console.OK, "help": console.OK}
}

func exportCommands() [][]string {
	all := [][]string{{"--format", hostile}, {"--format", "csv", hostile}, {"--format", "csv", "--table", hostile},
		{"--format", "csv", "--output", hostileName + "/x"}, {"--format", "html"},
		{"--format", "html", "--split", "--output", hostileName + "/x"}}
	for _, format := range []string{"csv", "json", "jsonl"} {
		for _, table := range rows.Tables() {
			all = append(all, []string{"--format", format, "--table", table})
		}
	}
	return append(all, []string{"--format", "junit"}, []string{"--format", "xunit"}, []string{"--format", "markdown"})
}

// hostileProject returns a project whose every text is hostile. If broken, its files are unreadable, and errors quote
// them.
func hostileProject(t *testing.T, broken bool) string {
	t.Helper()
	dir := t.TempDir()
	h, hID := asciiJSON(hostile), asciiJSON(hostileID)
	files := map[string]string{
		"suites/h.yaml": "system: beaver\ndescription: " + h + "\nmodels: {default: " + h +
			"}\nrecordings: h\nskills: [../fixtures/skills]\n",
		"fixtures/conversations/h.jsonl": strings.ReplaceAll(
			`{"id":`+hID+`,"description":H,"tags":[H],"session":{"user":H},"memory":[{"name":H,"text":H}],`+
				`"tools":[{"name":"t","description":H,"results":[{"content":H}]},{"name":H,"results":[{"error":H}]}],"skills":[{"name":H,"text":H}],"answers":{"skills-final":"[]"},`+
				`"turns":[{"user":H,"answers":{"router":{"action":"simple_chat","reason":H},"main-1":{"text":H,"tool_calls":[{"id":H,"name":"t","arguments":{"password":H}},{"id":"u","name":H,"arguments":H}]},"main-2":H,"draft":H},`+
				`"expect":{"reply":{"equals":H,"excludes":[H],"matches":"q"},"fallbacks":[]}},`+
				`{"user":H,"answers":{"router":{"fail":"timeout"},"main":H}}]}`+"\n", "H", h),
		"fixtures/recordings/h/x.jsonl":                `{"recording":1,"case":` + hID + `}` + "\n",
		"fixtures/skills/s/SKILL.md":                   "---\nname: " + h + "\ndescription: " + h + "\n---\n" + hostile,
		"fixtures/skills/" + hostileName + "/SKILL.md": "no frontmatter " + hostile,
		"in.jsonl": `{"id":` + h + `,` + h + `:1,"messages":[{"role":"user","content":` + h +
			`},{"role":"assistant","content":` + h + `}]}` + "\n",
		"log.jsonl": `{"case":` + hID + `,` + h + `:1,"messages":[{"role":"system","content":` + h +
			`},{"role":"user","content":` + h + `}],"response":` + h + `}` + "\n",
	}
	if broken {
		files["suites/broken.yaml"] = "suite: " + h + "\nsystem: " + h + "\n"
		files["suites/"+hostileName+".yaml"] = "system: beaver\n" + h + ": 1\n"
		files["fixtures/conversations/broken.yaml"] = "turns:\n  - " + h + ": 1\n"
		files["fixtures/conversations/"+hostileName+".yaml"] = "turns: [{user: a, expect: {route: " + h + "}}]\n"
		files["fixtures/recordings/h/broken.jsonl"] = h + "\n"
		files["goldens/h/"+hostileName+".yaml"] = "golden: 2\nsuite: h\n" + h + ": 1\n"
		files["goldens/h/broken.pending.yaml"] = h
		files["log.jsonl"] = `{"stage":` + h + `,"path":` + h + `,"messages":` + h + `}`
		files["in.jsonl"] = `{"messages":[{"role":` + h + `}]}`
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commitAll(t, dir)
	return dir
}

// asciiJSON returns a text as a string of JSON, and of YAML, in ASCII.
func asciiJSON(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '"', r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ', r > '~':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// leaves returns the verbs without subcommands.
func leaves(cmd *cobra.Command, above string) []string {
	var names []string
	for _, c := range cmd.Commands() {
		name := strings.TrimSpace(above + " " + c.Name())
		if c.HasSubCommands() {
			names = append(names, leaves(c, name)...)
			continue
		}
		names = append(names, name)
	}
	return names
}

// No verb prints a control character, a command to a runner or a secret, whatever is in names, files, answers and
// arguments.
func TestHostileTextThroughEveryVerb(t *testing.T) {
	t.Chdir(t.TempDir()) // some of the arguments name files to be written
	verbs := leaves(newApp(nil, nil, func(string) string { return "" }).newRoot(), "")
	for verb := range hostileCommands("") {
		if !slices.Contains(verbs, verb) && verb != "help" {
			t.Errorf("there is no verb %s", verb)
		}
	}
	for _, broken := range []bool{false, true} {
		for _, github := range []string{"", "true"} {
			if testing.Short() && broken != (github != "") {
				continue
			}
			dir := hostileProject(t, broken)
			env := func(name string) string {
				return map[string]string{"GITHUB_ACTIONS": github, "GITHUB_WORKSPACE": dir}[name]
			}
			for _, verb := range append([]string{"run", "help"}, verbs...) { // a run first: accept and report need one
				commands := hostileCommands(dir)[verb]
				if len(commands) == 0 {
					t.Fatalf("no hostile arguments for the verb %s", verb)
				}
				for i, args := range commands {
					var want *int
					if code, known := firstCodes()[verb]; known && i == 0 && !broken {
						want = &code
					}
					args = append(append([]string{"--root", dir}, strings.Fields(verb)...), args...)
					t.Run(fmt.Sprintf("broken=%t,github=%s,%.60q", broken, github, args[2:]),
						func(t *testing.T) { printsHarmless(t, args, env, want) })
				}
			}
		}
	}
}

// own is the system for all commands: it keeps no state between them.
var own = sync.OnceValues(beaver.New)

func printsHarmless(t *testing.T, args []string, env func(string) string, want *int) {
	t.Helper()
	sys, err := own()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	code := newApp(&stdout, &stderr, env, sys).main(t.Context(), args)
	if code == console.Harness || want != nil && code != *want {
		t.Errorf("exit code %d: %s%s", code, stdout.String(), stderr.String())
	}
	for name, text := range map[string]string{"stdout": stdout.String(), "stderr": stderr.String()} {
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if i := strings.IndexFunc(line, func(r rune) bool {
				return r != '\t' && (r < ' ' || r >= 0x7f && r < 0xa0 || strings.ContainsRune("\u202e\u2028", r))
			}); i >= 0 {
				t.Errorf("%s has a control character at %d: %q", name, i, line)
			}
			for _, secret := range []string{plantedKey, plantedKey[len(plantedKey)-8:], "Winter2031"} {
				if strings.Contains(line, secret) {
					t.Errorf("%s shows a secret: %q", name, line)
				}
			}
			isCommand := strings.HasPrefix(strings.TrimSpace(line), "::") && !isAnnotation(line) ||
				strings.Contains(line, "##[")
			if env("GITHUB_ACTIONS") != "" && isCommand {
				t.Errorf("%s has a command to the runner: %q", name, line)
			}
		}
	}
}

// isAnnotation reports whether a line is one of the program's own commands: with a title, and no other command after
// it.
func isAnnotation(line string) bool {
	return (strings.HasPrefix(line, "::error ") || strings.HasPrefix(line, "::warning ")) &&
		strings.Contains(line, "title=")
}
