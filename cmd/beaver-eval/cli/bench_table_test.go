//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkTable prints the table at the head of docs/benchmarks.md: whole processes of the program that
// BEAVER_EVAL_BENCH_PROGRAM names, which make bench builds as a release. Each row is one measurement; where it depends
// on start-up, the median of 21.
func BenchmarkTable(b *testing.B) {
	program := os.Getenv("BEAVER_EVAL_BENCH_PROGRAM")
	if program == "" {
		b.Skip("BEAVER_EVAL_BENCH_PROGRAM names no program: run make bench")
	}
	b.Setenv("BEAVER_EVAL_CACHE", b.TempDir())
	t := &measuring{B: b, program: program}
	fmt.Println("\n| what | measured | goal |\n| --- | --- | --- |")
	t.mainJob()
	t.start()
	t.thousands(10_000)
	t.watched()
	if os.Getenv("BEAVER_EVAL_BENCH_LARGE") != "" {
		dir := t.project(100_000)
		t.row("peak memory, 100,000 cases", "150 MB", "%.0f MB", t.takes(0, "run", "--root", dir, "--ci=false").peak)
	}
	info, err := os.Stat(program)
	if err != nil {
		b.Fatal(err)
	}
	t.row("the program", "37 MB", "%.1f MB", float64(info.Size())/1e6)
}

// measuring prints rows of the table as they are measured.
type measuring struct {
	*testing.B
	program string
}

func (t *measuring) row(what, goal, format string, values ...any) {
	fmt.Printf("| %s | %s | %s |\n", what, fmt.Sprintf(format, values...), goal)
}

// taken is what a process took: seconds on the clock and of processor time, and MB.
type taken struct{ wall, cpu, peak float64 }

func (t *measuring) takes(code int, args ...string) taken {
	t.Helper()
	begun := time.Now()
	state := runs(t.B, t.program, code, args...)
	return taken{time.Since(begun).Seconds(), (state.UserTime() + state.SystemTime()).Seconds(),
		float64(state.SysUsage().(*syscall.Rusage).Maxrss) / 1024}
}

// project writes a project whose prompts are accepted.
func (t *measuring) project(cases int) string {
	dir := t.TempDir()
	writeProject(t.B, dir, cases)
	runs(t.B, t.program, 1, "run", "--root", dir, "--ci=false", "--no-report")
	runs(t.B, t.program, 0, "accept", "--root", dir, "--all")
	return dir
}

// edited writes Beaver's templates with one other word, which changes a prompt of each turn.
func (t *measuring) edited() (dir string) {
	dir = filepath.Join(t.TempDir(), "prompts")
	runs(t.B, t.program, 0, "init", "--templates", dir)
	t.edit(dir, "- Judge the", "- Assess the")
	return dir
}

func (t *measuring) edit(dir, old, new string) {
	t.Helper()
	file := filepath.Join(dir, "router.user.tmpl")
	text, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%s: no %q, %v", file, old, err)
	}
	if err := os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(new), 1), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (t *measuring) mainJob() {
	job := []string{"run", "--root", filepath.Join("..", "..", ".."), "--no-report"}
	first, again := t.takes(0, job...), t.takes(0, job...)
	t.row("main job of this repository, nothing kept", "6 s of processor", "%.1f s, %.1f s of processor", first.wall,
		first.cpu)
	t.row("the same, again", "1 s", "%.1f s, %.1f s of processor", again.wall, again.cpu)
}

func (t *measuring) start() {
	dir := t.project(1)
	for _, c := range []struct {
		what, goal string
		args       []string
	}{
		{"`--help`", "10 ms", []string{"--help"}},
		{"run of one case", "40 ms", []string{"run", "--root", dir, "--ci=false"}},
	} {
		var took []float64
		for range 21 {
			took = append(took, t.takes(0, c.args...).wall)
		}
		t.row(c.what, c.goal, "%.0f ms", 1000*median(took))
	}
}

// thousands measures a project of many cases: unchanged, changed, accepted and checked with 20 kept runs.
func (t *measuring) thousands(cases int) {
	dir, prompts := t.project(cases), t.edited()
	run := []string{"run", "--root", dir, "--ci=false"}
	same := t.takes(0, run...)
	t.row("unchanged run, 10,000 cases of six calls", "20,000 calls/s", "%.0f calls/s, %.1f s of processor",
		float64(6*cases)/same.wall, same.cpu)
	t.row("peak memory, 10,000 cases", "150 MB", "%.0f MB", same.peak)

	reports := filepath.Join(dir, "reports")
	found, err := filepath.Glob(filepath.Join(reports, "2*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("runs %v, %v", found, err)
	}
	for i := range 19 {
		if err := os.CopyFS(filepath.Join(reports, fmt.Sprintf("copy-%02d", i)), os.DirFS(found[0])); err != nil {
			t.Fatal(err)
		}
	}
	check := []string{"check", "--root", dir}
	first, again := t.takes(0, check...), t.takes(0, check...)
	t.row("`check` with 20 kept runs, first, again", "10 s", "%.1f s, %.1f s", first.wall, again.wall)

	changed := t.takes(1, append(run, "--prompts", prompts)...)
	t.row("10,000 changed goldens, over the unchanged run", "1.5 s of processor", "%.1f s of processor",
		changed.cpu-same.cpu)
	taken := t.takes(0, "accept", "--root", dir, "--from", prompts, "--all")
	t.row("`accept --all` of them, over the run that shows them", "4 s", "%.1f s", taken.wall-changed.wall)
}

// watched saves a template of 5,000 cases while they are watched.
func (t *measuring) watched() {
	dir, prompts := t.project(5000), t.edited()
	t.edit(prompts, "- Assess the", "- Judge the")
	cmd := exec.Command(t.program, "run", "--watch", "--no-report", "--root", dir, "--ci=false", "--prompts", prompts)
	cmd.Env = append(os.Environ(), "CI=")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	lines := bufio.NewScanner(out)
	verdict := func() time.Time {
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "ok: ") || strings.HasPrefix(lines.Text(), "FAILS: ") {
				return time.Now()
			}
		}
		t.Fatal("the watch has ended")
		return time.Time{}
	}
	verdict()
	save := func(old, new string) (first, all float64) {
		time.Sleep(time.Second) // somebody reads the verdict
		t.edit(prompts, old, new)
		saved := time.Now()
		return verdict().Sub(saved).Seconds(), verdict().Sub(saved).Seconds()
	}
	var firsts, alls []float64
	for range 5 {
		first, all := save("- Judge the", "- Assess the")
		firsts, alls = append(firsts, first), append(alls, all)
		save("- Assess the", "- Judge the")
	}
	t.row("`--watch`, 5,000 cases, a saved template: first verdict, all", "0.3 s, 1.5 s", "%.2f s, %.1f s",
		median(firsts), median(alls))
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}
