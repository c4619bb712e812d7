//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// The packages of the peers, of npm; goldie's version is in testdata/peers/goldie/go.mod. Node is one of them, so that
// the newest peers run on machines with an old one.
const (
	peerNode      = "node@24.21.0"
	peerPromptfoo = "promptfoo@0.123.1"
	peerVitest    = "vitest@5.1.1"
	peerAIMock    = "@copilotkit/aimock@1.43.0"
	libsqlVersion = "0.5.29" // the one that promptfoo asks for
)

// peerFile is the first conversation; peerWord stands in its user's text.
const peerFile, peerWord = "case-000000", "10000 came broken"

// peersRounds is how often each tool is measured, in turn with all others.
const peersRounds = 5

// BenchmarkPeers prints the table of docs/benchmarks.md that compares a run with other tools on the same calls: whole
// processes, interleaved. BEAVER_EVAL_BENCH_PEERS names the folder that their packages are kept in, and
// BEAVER_EVAL_BENCH_CASES may tell the number of conversations. Before it is timed, each tool has to pass, and to fail
// after one call has changed.
func BenchmarkPeers(b *testing.B) {
	program, packages := os.Getenv("BEAVER_EVAL_BENCH_PROGRAM"), os.Getenv("BEAVER_EVAL_BENCH_PEERS")
	if program == "" || packages == "" {
		b.Skip("BEAVER_EVAL_BENCH_PROGRAM names no program or BEAVER_EVAL_BENCH_PEERS no folder: run make bench-peers")
	}
	cases := 1000
	if text := os.Getenv("BEAVER_EVAL_BENCH_CASES"); text != "" {
		var err error
		if cases, err = strconv.Atoi(text); err != nil || cases < 1 {
			b.Fatalf("BEAVER_EVAL_BENCH_CASES=%s: want a number of conversations, such as 1000", text)
		}
	}
	b.Setenv("BEAVER_EVAL_CACHE", b.TempDir())
	us := &measuring{B: b, program: program}
	dir := us.project(cases)
	p := &peers{B: b, packages: packages, calls: b.TempDir(), cases: cases}
	p.writeCalls(dir)
	run := []string{"run", "--root", dir, "--ci=false"}
	golden := filepath.Join(dir, "goldens", "bench", peerFile+".yaml")
	p.tools = []*peer{
		{name: "beaver-eval run", measuring: us, run: run, file: golden, failed: 1},
		{name: "beaver-eval run --no-report", measuring: us, run: append(run, "--no-report"), file: golden, failed: 1},
	}
	p.goldie()
	p.ofNode()
	for _, t := range p.tools {
		t.notices()
	}
	for range peersRounds {
		for _, t := range p.tools {
			t.took = append(t.took, t.takes(0, t.run...))
		}
	}
	p.print()
}

// peers are tools that do the same work; the first is the one that the others are compared with.
type peers struct {
	*testing.B
	packages string // folder of what npm has installed
	calls    string // folder with a file of calls for each conversation, and what each tool has accepted
	cases    int
	tools    []*peer
}

// peer is a tool whose program is measured.
type peer struct {
	*measuring
	name        string
	accept, run []string // arguments; no accept: nothing has to be accepted
	file        string   // one that its verdict rests on
	failed      int      // exit code when a call is not as accepted
	took        []taken
}

// notices fails unless the tool tells a changed call.
func (p *peer) notices() {
	p.Helper()
	if p.accept != nil {
		p.takes(0, p.accept...)
	}
	p.takes(0, p.run...)
	was, err := os.ReadFile(p.file)
	if err != nil || !bytes.Contains(was, []byte(peerWord)) {
		p.Fatalf("%s: no %q, %v", p.file, peerWord, err)
	}
	changed := bytes.ReplaceAll(was, []byte(peerWord), []byte("10000 came bent"))
	for _, step := range []struct {
		text []byte
		run  func()
	}{{changed, func() { p.takes(p.failed, p.run...) }}, {was, func() {}}} {
		if err := os.WriteFile(p.file, step.text, 0o600); err != nil {
			p.Fatal(err)
		}
		step.run()
	}
}

// writeCalls writes the recorded calls of a project, as JSON that the other tools read.
func (p *peers) writeCalls(dir string) {
	p.Helper()
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	type call struct {
		Messages []message `json:"messages"`
		Answer   string    `json:"answer"`
	}
	files, err := filepath.Glob(filepath.Join(dir, "fixtures", "recordings", "bench", "*.jsonl"))
	if err != nil || len(files) != p.cases {
		p.Fatalf("%d recordings of %d conversations, %v", len(files), p.cases, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			p.Fatal(err)
		}
		rec, err := model.ReadRecording(data, file)
		if err != nil {
			p.Fatal(err)
		}
		var calls []call
		var golden [][]message
		for _, l := range rec.Lines {
			c := call{Answer: l.Response.Content}
			for _, m := range l.Request.Messages {
				c.Messages = append(c.Messages, message{m.Role, m.Content()})
			}
			calls, golden = append(calls, c), append(golden, c.Messages)
		}
		for folder, v := range map[string]any{"calls": calls, "goldens": golden} {
			text, err := json.Marshal(v)
			if err != nil {
				p.Fatal(err)
			}
			write(p.B, p.calls, filepath.Join(folder, rec.Case+".json"), string(text))
		}
	}
}

// goldie compiles a test that compares with goldens of goldie; a test's own process is measured, without the compiler.
func (p *peers) goldie() {
	p.Setenv("BENCH_CALLS", p.calls)
	test := filepath.Join(p.TempDir(), "calls.test")
	build := exec.Command("go", "test", "-c", "-o", test, ".")
	build.Dir = filepath.Join("testdata", "peers", "goldie")
	out, err := build.CombinedOutput()
	if err != nil {
		p.lacks("goldie", fmt.Errorf("%w: %s", err, out))
		return
	}
	version, err := exec.Command("go", "list", "-C", build.Dir, "-m", "-f", "{{.Version}}",
		"github.com/sebdah/goldie/v2").Output()
	if err != nil {
		p.Fatal(err)
	}
	p.add("goldie@"+strings.TrimSpace(string(version)), test, []string{"-update"}, nil, 1)
}

// ofNode adds the peers that are packages of npm.
func (p *peers) ofNode() {
	node, err := p.installed(peerNode)
	if err != nil {
		p.lacks(peerNode+" (and so promptfoo, Vitest and AIMock)", err)
		return
	}
	bin := filepath.Join(node, "node", "bin")
	node = filepath.Join(bin, "node")
	p.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH")) // also for npm, which asks for its version
	for _, variable := range []string{"PROMPTFOO_DISABLE_TELEMETRY", "PROMPTFOO_DISABLE_UPDATE",
		"PROMPTFOO_DISABLE_REMOTE_GENERATION", "CI",
		// its log is sometimes written after it has been closed, and then a run that has passed fails
		"PROMPTFOO_DISABLE_DEBUG_LOG", "PROMPTFOO_DISABLE_ERROR_LOG"} {
		p.Setenv(variable, "1")
	}
	p.Setenv("PROMPTFOO_CONFIG_DIR", p.TempDir())
	if dir, modules := p.copied("promptfoo", peerPromptfoo, "--omit=optional", libsql()); dir != "" {
		p.add(peerPromptfoo, node, nil, []string{filepath.Join(modules, "promptfoo", "dist", "src", "entrypoint.js"),
			"eval", "-c", filepath.Join(dir, "promptfooconfig.yaml"), "--no-cache", "--no-progress-bar", "--no-table",
			"--max-concurrency", "8"}, 100)
	}
	if dir, modules := p.copied("vitest", peerVitest); dir != "" {
		for n := range (p.cases + 99) / 100 {
			write(p.B, dir, fmt.Sprintf("part-%03d.test.mjs", n),
				fmt.Sprintf("import { part } from \"./calls.mjs\";\n\npart(%d);\n", n))
		}
		// Workers that are threads belong to the process whose time is taken.
		p.add(peerVitest, node, []string{"-u"}, []string{filepath.Join(modules, "vitest", "vitest.mjs"), "run",
			"--root", dir, "--pool", "threads", "--reporter", "dot"}, 1)
	}
	if dir, _ := p.copied("aimock", peerAIMock); dir != "" {
		p.add(peerAIMock, node, nil, []string{filepath.Join(dir, "run.mjs")}, 1)
	}
}

// lacks says in a line what cannot be had.
func (p *peers) lacks(what string, err error) {
	fmt.Printf("%s cannot be had: %.300s\n", what, strings.Join(strings.Fields(err.Error()), " "))
}

// add adds a tool that reads the written calls; accept is what it is told behind the arguments of a run so that it
// accepts them.
func (p *peers) add(name, program string, accept, run []string, failed int) {
	t := &peer{name: name, measuring: &measuring{B: p.B, program: program}, run: run, failed: failed,
		file: filepath.Join(p.calls, "calls", peerFile+".json")}
	if accept != nil {
		t.accept = append(slices.Clone(run), accept...)
	}
	p.tools = append(p.tools, t)
}

// copied copies a folder of testdata, with the package that it imports, which modules holds. Both are empty if the
// package cannot be had.
func (p *peers) copied(folder, spec string, options ...string) (dir, modules string) {
	p.Helper()
	modules, err := p.installed(spec, append(options, "--ignore-scripts")...)
	if err != nil {
		p.lacks(spec, err)
		return "", ""
	}
	dir = filepath.Join(p.TempDir(), folder)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "peers", folder))); err != nil {
		p.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		p.Fatal(err)
	}
	return dir, modules
}

// installed returns the node_modules of a package, which npm installs with these options unless it was there.
func (p *peers) installed(spec string, options ...string) (string, error) {
	dir := filepath.Join(p.packages, strings.NewReplacer("/", "-", "@", "-").Replace(spec))
	modules := filepath.Join(dir, "node_modules")
	if _, err := os.Stat(modules); err == nil {
		return modules, nil
	}
	part := dir + ".part" // renamed when it is whole
	args := append([]string{"install", "--loglevel", "error", "--no-audit", "--no-fund", "--prefix", part, spec},
		options...)
	if err := os.MkdirAll(part, 0o755); err != nil {
		return "", err
	}
	if out, err := exec.Command("npm", args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install: %w: %s", err, out)
	}
	return modules, os.Rename(part, dir)
}

// libsql is the package with the one optional part that promptfoo needs, its database on this machine; all of them have
// 2 GB.
func libsql() string {
	system, processor, libc := runtime.GOOS, runtime.GOARCH, ""
	if processor == "amd64" {
		processor = "x64"
	}
	if system == "linux" {
		libc = "-gnu"
	}
	return fmt.Sprintf("@libsql/%s-%s%s@%s", system, processor, libc, libsqlVersion)
}

// print prints medians, and those of the ratios to the first tool, round by round.
func (p *peers) print() {
	median := func(of func(i int) float64) float64 {
		var all []float64
		for i := range peersRounds {
			all = append(all, of(i))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	calls, us := float64(6*p.cases), p.tools[0].took
	fmt.Printf("\n%.0f calls, medians of %d rounds:\n\n", calls, peersRounds)
	fmt.Println("| tool | calls a second | time, ratio | processor time | ratio |\n| --- | --- | --- | --- | --- |")
	for _, t := range p.tools {
		fmt.Printf("| %s | %.0f | %.2f | %.2f s | %.2f |\n", t.name,
			median(func(i int) float64 { return calls / t.took[i].wall }),
			median(func(i int) float64 { return t.took[i].wall / us[i].wall }),
			median(func(i int) float64 { return t.took[i].cpu }),
			median(func(i int) float64 { return t.took[i].cpu / us[i].cpu }))
	}
}
