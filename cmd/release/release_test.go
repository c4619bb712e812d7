package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
)

const clone = "../.." // the repository

// asProgram has this test be the program beaver-eval: packages then hold it, and it starts as fast.
const asProgram = "RELEASE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	all, err := systems.All()
	if err != nil {
		panic(err)
	}
	os.Exit(cli.Main(os.Args[1:], all...))
}

// A release is built as make build builds, for systems whose packages have names.
func TestConfig(t *testing.T) {
	c, err := readConfig(clone)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("make", "-C", clone, "-n", "build", "GO=go").Output()
	if err != nil {
		t.Skip("no make: the flags of a release are not compared with its own")
	}
	b := c.Builds[0]
	var made []string
	for _, m := range regexp.MustCompile(`-gcflags=(\S+)`).FindAllSubmatch(out, -1) {
		made = append(made, string(m[1]))
	}
	if diff := cmp.Diff(made, b.Gcflags); diff != "" || len(made) == 0 {
		t.Errorf("gcflags of make build and of %s:\n%s", configFile, diff)
	}
	flat := strings.NewReplacer("-tags ", "-tags=", "'", "").Replace(string(out))
	for _, flag := range slices.Concat(b.Env, b.Flags, []string{"-ldflags=" + b.Ldflags[0]}) {
		if flag != "-buildvcs=true" && !strings.Contains(flat, flag+" ") {
			t.Errorf("make build has no %s:\n%s", flag, flat)
		}
	}
	targets, err := (&snapshot{config: c}).targets(nil)
	if err != nil || len(targets) != len(wheelPlatforms) {
		t.Errorf("%d targets, %v, want %d", len(targets), err, len(wheelPlatforms))
	}
	for _, target := range targets {
		system, cpu, _ := strings.Cut(target, "/")
		if wheelPlatforms[target] == "" || nodeOS[system] == "" || nodeCPU[cpu] == "" {
			t.Errorf("%s has no package", target)
		}
	}
}

func TestPythonVersion(t *testing.T) {
	for version, want := range map[string]string{
		"1.2.3": "1.2.3", "0.1.0-rc.2": "0.1.0rc2", "1.0.0-alpha.1": "1.0.0a1", "1.0.0-beta3": "1.0.0b3",
		"0.0.0-dev": "0.0.0.dev0",
		"1.2":       "", "1.2.3-next": "", "v1.2.3": "", "1.2.3\nx": "",
	} {
		if got, err := pythonVersion(version); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", version, got, err, want)
		}
	}
}

// run runs a command, which has to succeed, and returns what it printed.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), asProgram+"=1", "npm_config_cache="+filepath.Join(dir, ".npm"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// packed returns a folder with the packages of a program for this platform.
func packed(t *testing.T, program string) string {
	t.Helper()
	dir, root := t.TempDir(), t.TempDir()
	name := "beaver-eval"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	whole, err := filepath.Abs(clone)
	if err != nil {
		t.Fatal(err)
	}
	for _, below := range []string{"LICENSE", "README.md", "THIRD_PARTY_NOTICES", "clients"} {
		if err := os.Symlink(filepath.Join(whole, below), filepath.Join(root, below)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(program, filepath.Join(root, name)); err != nil {
		t.Fatal(err)
	}
	for file, v := range map[string]any{
		"metadata.json":  metadata{ProjectName: "beaver-eval", Version: "0.0.0-dev", Date: "2026-11-26T07:08:09Z"},
		"artifacts.json": []artifact{{name, name, runtime.GOOS, runtime.GOARCH, binaryType}},
	} {
		if err := writeJSON(filepath.Join(dir, file), v); err != nil {
			t.Fatal(err)
		}
	}
	d, err := readDist(dir)
	if err != nil {
		t.Fatal(err)
	}
	if written, err := d.pack(root); err != nil || len(written) != 4 {
		t.Fatalf("%v, %v, want two packages of npm and two of Python", written, err)
	}
	return dir
}

// The packages of one program are the same bytes each time.
func TestPackagesAreReproducible(t *testing.T) {
	t.Parallel()
	whole, err := filepath.Abs("main.go") // any file would do
	if err != nil {
		t.Fatal(err)
	}
	read := func() map[string][]byte {
		dir, all := packed(t, whole), map[string][]byte{}
		for _, pattern := range []string{"npm/*", "python/*"} {
			names, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				data, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				all[filepath.Base(name)] = data
			}
		}
		return all
	}
	first := read()
	if !maps.EqualFunc(first, read(), bytes.Equal) || len(first) != 4 {
		t.Error("packages differ")
	}
}

// atMost is how long a first look may take: installing from a file is not part of it.
const atMost = 30 * time.Second

// quick runs what a newcomer runs first, which has to print something and be done in time.
func quick(t *testing.T, dir string, args ...string) {
	t.Helper()
	started := time.Now()
	out := run(t, dir, append(args, "run", "--demo")...)
	took := time.Since(started)
	t.Logf("%s run --demo: %.1f s", strings.Join(args, " "), took.Seconds())
	if took > atMost || !strings.Contains(out, "ok: 3 cases") {
		t.Errorf("%v:\n%s", took, out)
	}
}

// The packages can be installed without a network, and start the program, which is this test.
func TestPackages(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := packed(t, self)
	t.Run("npm", func(t *testing.T) { tryNPM(t, dir) })
	t.Run("wheel", func(t *testing.T) { tryWheel(t, dir) })
}

// npx starts the program, whose exit code is kept, and both parts of the client are there.
func tryNPM(t *testing.T, dir string) {
	for _, tool := range []string{"npm", "node"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no npm: its packages are not installed")
		}
	}
	project := t.TempDir()
	tarballs, err := filepath.Glob(filepath.Join(dir, "npm", "*.tgz"))
	if err != nil {
		t.Fatal(err)
	}
	install := []string{"npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund"}
	run(t, project, append(install, tarballs...)...)
	if out := run(t, project, "npx", "--offline", "beaver-eval", "version"); !strings.HasPrefix(out, "beaver-eval ") {
		t.Error(out)
	}
	quick(t, project, "npx", "--offline", "beaver-eval")
	const imports = `const {beaver} = await import("beaver-eval/vitest/config"); console.log(beaver().name, ` +
		`import.meta.resolve("beaver-eval/vitest").endsWith("/index.js"))`
	if out := run(t, project, "node", "--input-type=module", "-e", imports); out != "beaver-eval true\n" {
		t.Error(out)
	}
	cmd := exec.Command(filepath.Join(project, "node_modules", ".bin", "beaver-eval"), "nope")
	cmd.Env = append(os.Environ(), asProgram+"=1")
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("%v: the exit code is not the program's", err)
	}
	if err := os.RemoveAll(filepath.Join(project, "node_modules", "@beaver-eval")); err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(filepath.Join(project, "node_modules", ".bin", "beaver-eval"), "version")
	out, _ := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 2 || !bytes.Contains(out, []byte("--omit=optional")) {
		t.Errorf("without the program: %s", out)
	}
}

// The program can be started, and the extra asks for the plugin.
func tryWheel(t *testing.T, dir string) {
	if err := exec.Command("python3", "-c", "import venv, ensurepip").Run(); err != nil {
		t.Skip("no Python with venv: the wheels are not installed")
	}
	project := t.TempDir()
	run(t, project, "python3", "-m", "venv", "env")
	bin := filepath.Join(project, "env", "bin")
	run(t, project, filepath.Join(bin, "pip"), "install", "--quiet", "--no-index",
		"--find-links", filepath.Join(dir, "python"), "--pre", "beaver-eval", "beaver-eval-pytest")
	if out := run(t, project, filepath.Join(bin, "beaver-eval"), "version"); !strings.HasPrefix(out, "beaver-eval ") {
		t.Error(out)
	}
	quick(t, project, filepath.Join(bin, "beaver-eval"))
	const told = "import importlib.metadata as m, json; d = m.distribution; " +
		"print(json.dumps([d('beaver-eval').metadata.get_all('Requires-Dist'), " +
		"[e.value for e in d('beaver-eval-pytest').entry_points]]))"
	var got [2][]string
	if err := json.Unmarshal([]byte(run(t, project, filepath.Join(bin, "python"), "-c", told)), &got); err != nil {
		t.Fatal(err)
	}
	want := [2][]string{
		{`beaver-eval-pytest==0.0.0.dev0; extra == "pytest"`, `pytest>=7; extra == "pytest"`}, {"beaver_eval_pytest"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	run(t, project, filepath.Join(bin, "pip"), "check")
}

// A snapshot makes of .goreleaser.yaml what goreleaser makes: archives with the program, their checksums, and the files
// that packages are made from; the same bytes again.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config, err := os.ReadFile(filepath.Join(clone, configFile))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		configFile:                strings.Replace(string(config), "go run ./cmd/release manual", "go version", 1),
		"go.mod":                  "module small\n\ngo 1.26\n",
		"cmd/beaver-eval/main.go": "package main\n\nfunc main() { println(1) }\n",
		"LICENSE":                 "L", "README.md": "R", "THIRD_PARTY_NOTICES": "N", "man/beaver-eval.1": "M",
		"secret": "S", ".gitignore": "/dist/\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, "git", "init", "-q")
	run(t, dir, "git", "add", ".")
	run(t, dir, "git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "a")
	run(t, dir, "git", "tag", "v0.3.0")
	target := runtime.GOOS + "/" + runtime.GOARCH
	var sums [2][]byte
	for i := range sums {
		s, err := newSnapshot(dir, t.Output())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.make([]string{target}); err != nil {
			t.Fatal(err)
		}
		if sums[i], err = os.ReadFile(filepath.Join(dir, "dist", "checksums.txt")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(sums[0], sums[1]) {
		t.Errorf("again: %s, before %s", sums[1], sums[0])
	}
	_, name, _ := strings.Cut(strings.TrimSpace(string(sums[0])), "  ")
	if want := "beaver-eval_0.3.0-dev_" + strings.ReplaceAll(target, "/", "_") + ".tar.gz"; name != want {
		t.Fatalf("archive %s, want %s", name, want)
	}
	run(t, filepath.Join(dir, "dist"), "sha256sum", "--check", "checksums.txt")
	listing := run(t, dir, "tar", "tzvf", "dist/"+name)
	var got []string
	for line := range strings.Lines(listing) {
		fields := strings.Fields(line)
		got = append(got, fields[0]+" "+fields[len(fields)-1])
	}
	want := []string{"-rw-r--r-- LICENSE", "-rw-r--r-- README.md", "-rw-r--r-- THIRD_PARTY_NOTICES",
		"-rw-r--r-- man/beaver-eval.1", "-rwxr-xr-x beaver-eval"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	d, err := readDist(filepath.Join(dir, "dist"))
	if err != nil || d.metadata.Version != "0.3.0-dev" || len(d.artifacts) != 2 || d.artifacts[0].Type != binaryType {
		t.Errorf("%+v, %v", d, err)
	}
}

// Every command has a man page, and the pages have the date of the commit.
func TestManual(t *testing.T) {
	t.Parallel()
	all, err := systems.All()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := writeManual(dir, cli.Command(all...), time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"man/beaver-eval.1": "Nov 2026", "man/beaver-eval-report-export.1": "--output",
		"man/beaver-eval-version.1":    "--format json",
		"completions/beaver-eval.bash": "__start_beaver-eval", "completions/_beaver-eval": "#compdef beaver-eval",
	} {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if plain := strings.ReplaceAll(string(text), `\-`, "-"); err != nil || !strings.Contains(plain, want) {
			t.Errorf("%s: %v, nothing of %s", name, err, want)
		}
	}
}
