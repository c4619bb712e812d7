//go:build unix

package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// BenchmarkRun times whole processes: `run` over cases of six calls each, every call with the prompt of the
// repository's library of skills, replayed from recordings like a model's, checked against goldens, scored and written
// to Parquet.
func BenchmarkRun(b *testing.B) {
	program := buildProgram(b)
	for _, cases := range []int{1000, 10000} {
		b.Run(fmt.Sprintf("cases=%d", cases), func(b *testing.B) {
			dir := b.TempDir()
			writeProject(b, dir, cases)
			runs(b, program, 1, "run", "--root", dir, "--ci=false")
			runs(b, program, 0, "accept", "--root", dir, "--all")
			var took time.Duration
			peak := int64(0)
			for b.Loop() {
				if err := os.RemoveAll(filepath.Join(dir, "reports")); err != nil {
					b.Fatal(err)
				}
				begun := time.Now()
				state := runs(b, program, 0, "run", "--root", dir, "--ci=false")
				took += time.Since(begun)
				peak = max(peak, state.SysUsage().(*syscall.Rusage).Maxrss)
			}
			calls := float64(6 * cases * b.N)
			b.ReportMetric(calls/took.Seconds(), "calls/s")
			b.ReportMetric(float64(peak)/1024, "MB-peak")
			b.ReportMetric(parquetBytes(b, dir)/float64(6*cases), "parquet-B/call")
		})
	}
}

// BenchmarkChanges times whole processes on 10,000 cases of six calls each: a run with all prompts accepted, a run in
// which one edited word of a template changes a prompt of each turn, and `diff`, which groups these changes from the
// rows.
func BenchmarkChanges(b *testing.B) {
	program := buildProgram(b)
	dir, prompts := b.TempDir(), filepath.Join(b.TempDir(), "prompts")
	writeProject(b, dir, 10_000)
	runs(b, program, 1, "run", "--root", dir, "--ci=false")
	runs(b, program, 0, "accept", "--root", dir, "--all")
	runs(b, program, 0, "init", "--templates", prompts)
	file := filepath.Join(prompts, "router.user.tmpl")
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	edited := bytes.Replace(text, []byte("- Judge the"), []byte("- Assess the"), 1)
	if err := os.WriteFile(file, edited, 0o600); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		code int
		args []string
	}{
		{"unchanged", 0, []string{"run", "--no-report"}},
		{"changed", 1, []string{"run", "--ci", "--prompts", prompts}},
		{"diff", 1, []string{"diff"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			peak := int64(0)
			for b.Loop() {
				state := runs(b, program, c.code, append(c.args, "--root", dir)...)
				peak = max(peak, state.SysUsage().(*syscall.Rusage).Maxrss)
			}
			b.ReportMetric(float64(peak)/1024, "MB-peak")
		})
	}
}

// BenchmarkCheck times whole processes: `check` of a project of 10,000 cases of six calls each with 20 kept runs, first
// unchecked, then checked before, and without any run.
func BenchmarkCheck(b *testing.B) {
	program := buildProgram(b)
	dir := b.TempDir()
	writeProject(b, dir, 10_000)
	runs(b, program, 1, "run", "--root", dir, "--ci=false")
	reports := filepath.Join(dir, "reports")
	found, err := filepath.Glob(filepath.Join(reports, "2*"))
	if err != nil || len(found) != 1 {
		b.Fatalf("runs %v, %v", found, err)
	}
	for i := range 19 {
		if err := os.CopyFS(filepath.Join(reports, fmt.Sprintf("copy-%02d", i)), os.DirFS(found[0])); err != nil {
			b.Fatal(err)
		}
	}
	b.Setenv("BEAVER_EVAL_CACHE", b.TempDir())
	check := []string{"check", "--root", dir}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			runs(b, program, 0, append(check, "--no-cache")...)
		}
	})
	runs(b, program, 0, check...)
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			runs(b, program, 0, check...)
		}
	})
	if err := os.RemoveAll(reports); err != nil {
		b.Fatal(err)
	}
	b.Run("no-runs", func(b *testing.B) {
		for b.Loop() {
			runs(b, program, 0, check...)
		}
	})
}

// BenchmarkHelp times `--help`, which is the program's start-up time.
func BenchmarkHelp(b *testing.B) {
	program := buildProgram(b)
	for b.Loop() {
		runs(b, program, 0, "--help")
	}
}

func buildProgram(b *testing.B) string {
	b.Helper()
	program := filepath.Join(b.TempDir(), "beaver-eval")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program,
		"..").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return program
}

// runs runs the program, which has to end with this code.
func runs(b *testing.B, program string, code int, args ...string) *os.ProcessState {
	b.Helper()
	cmd := exec.Command(program, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
		b.Fatalf("%v: %v, want exit code %d\n%.2000s", args, err, code, out.Bytes())
	}
	return cmd.ProcessState
}

// parquetBytes returns the size of the last run's Parquet files.
func parquetBytes(b *testing.B, dir string) float64 {
	b.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "reports", "*", "*.parquet"))
	if err != nil || len(files) == 0 {
		b.Fatalf("no Parquet files: %v", err)
	}
	sum := int64(0)
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			b.Fatal(err)
		}
		sum += info.Size()
	}
	return float64(sum)
}

// benchSuite is the suite of the project; its first form has scripted answers, from which the recordings are made.
const benchSuite = `system: beaver
cases: [conversations/*.jsonl]
skills: [../fixtures/skills/shop, ../fixtures/skills/router]
models: {default: bench}
options: {default: {num_ctx: 8192, temperature: 0, seed: 7}}
`

// writeProject writes a project with so many recorded cases: two turns of router, skills-final and main each.
func writeProject(b *testing.B, dir string, cases int) {
	b.Helper()
	skills := filepath.Join(dir, "fixtures", "skills")
	for _, lib := range []string{"shop", "router"} {
		if err := os.CopyFS(filepath.Join(skills, lib), os.DirFS(filepath.Join("..", "..", "..", "fixtures", "skills",
			lib))); err != nil {
			b.Fatal(err)
		}
	}
	var scripted, recorded strings.Builder
	for i := range cases {
		scripted.WriteString(benchCase(i,
			`,"answers":{"router":{"action":"simple_chat","reason":"a question"},"skills-final":"[\"refund-policy\"]","main":"The answer to %d is on page 7."}`))
		recorded.WriteString(benchCase(i, ""))
	}
	write(b, dir, "suites/bench.yaml", benchSuite)
	write(b, dir, "fixtures/conversations/bench.jsonl", scripted.String())
	recordCases(b, dir)
	write(b, dir, "fixtures/conversations/bench.jsonl", recorded.String())
	write(b, dir, "suites/bench.yaml", benchSuite+"recordings: bench\n")
}

func benchCase(i int, answers string) string {
	if answers != "" {
		answers = fmt.Sprintf(answers, i)
	}
	turn := func(text string) string {
		return fmt.Sprintf(`{"user":%q,"labels":{"route":"simple_chat"},"expect":{"fallbacks":[]}%s}`, text, answers)
	}
	return fmt.Sprintf(`{"id":"case-%06d","beaver":{"limits":{"skill_candidates":8}},"turns":[%s,%s]}`+"\n", i,
		turn(fmt.Sprintf("My order %d came broken. How do I get my money back?", 10000+i)),
		turn(fmt.Sprintf("And who pays the parcel for number %d?", 10000+i)))
}

func write(b *testing.B, dir, name, text string) {
	b.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
}

// recordCases runs the scripted cases once and keeps requests and answers as a recorded model's.
func recordCases(b *testing.B, dir string) {
	b.Helper()
	sys, err := beaver.New()
	if err != nil {
		b.Fatal(err)
	}
	systems := map[string]pipeline.System{sys.Name(): sys}
	p, err := project.Find(".", dir)
	if err != nil {
		b.Fatal(err)
	}
	loaded, err := project.Load(context.Background(), p, systems, nil, "")
	if err != nil {
		b.Fatal(err)
	}
	err = runner.Run(b.Context(), loaded, systems, runner.Options{}, func(r *result.Result) error {
		rec := &model.Recording{Case: r.Case}
		for _, c := range r.Trace.Calls() {
			resp := pipeline.Response{Content: c.Response.Content, Finish: "stop",
				Usage:    pipeline.Usage{Prompt: c.Tokens.Prompt, Completion: c.Tokens.Output},
				Duration: 800 * time.Millisecond}
			rec.Lines = append(rec.Lines, model.Line{
				Path: c.Path, Repeat: 1, Source: pipeline.SourceOllama, Model: "bench", Digest: c.Digest(),
				Request: &c.Request, Response: resp,
			})
		}
		if len(rec.Lines) != 6 {
			return fmt.Errorf("%s has %d calls, want 6: %v", r.Case, len(rec.Lines), r.Errors)
		}
		data, err := rec.Encode()
		if err == nil {
			write(b, dir, "fixtures/recordings/bench/"+fixtures.FileName(r.Case)+".jsonl", string(data))
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}
