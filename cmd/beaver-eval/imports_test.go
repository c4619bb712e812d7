package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const module = "github.com/beaver-eval/beaver-eval"

// layer is a set of packages with their allowed imports. Packages are named without the module; a name ending in /...
// includes those below.
type layer struct {
	packages []string
	may      []string // of this module
	vendors  []string // of other modules
	own      bool     // packages of the layer may import each other
	tests    bool     // only tests import the layer, so it may import testing packages
}

// systemPackages are the agent architectures, each with the packages below it. They know the contract and the shared
// pieces, never each other.
var systemPackages = []string{
	"pipeline/beaver", "pipeline/openclaw", "pipeline/alfred", "pipeline/mas", "pipeline/agens",
}

// systemLayers returns the layers of all systems, one each.
func systemLayers() []layer {
	var all []layer
	for _, system := range systemPackages {
		all = append(all, layer{
			packages: []string{system + "/..."}, own: true,
			may: append([]string{"pipeline", "pipeline/jsonvalue"}, pieces...),
		})
	}
	return all
}

// trial is the program of a test that runs systems on the contract. No shipped package may import it.
const trial = "pipeline/contracttest/testdata/trial"

// pieces are shared by systems.
var pieces = []string{
	"pipeline/prompt", "pipeline/reply", "pipeline/wire", "pipeline/skills", "pipeline/retrieval",
	"pipeline/retrieval/chinese", "pipeline/secrets", "pipeline/recent", "pipeline/internal/json5",
	"pipeline/internal/jstext", "pipeline/internal/pyrepr",
}

// anybody lists packages that every package may import: they know only words.
var anybody = []string{"pipeline/wording"}

// The inputs of reports, and what each format may import; no format knows another one.
var (
	run = []string{ // a run delivers its results
		"pipeline", "goldens/edit", "suites/coverage", "suites/filter", "suites/trace", "suites/bill", "suites/score",
		"suites/result", "suites/metric", "suites/review",
	}
	counted = []string{"reports/rows", "reports/stored", "reports/overview"} // cases, runs, and their totals
	words   = []string{"reports/printable", "reports/table", "reports/overview", "reports/cells"}
	forms   = []string{"reports/terminal", "reports/ci", "reports/breakdown", "reports/figures", "reports/cost",
		"reports/covered", "reports/sidebyside"}
	compared = []string{"reports/comparison"}
	changed  = []string{"reports/changes"}
)

// layers is the layout: every package of the module belongs to the first layer that names it.
var layers = append(systemLayers(), []layer{
	{packages: []string{"pipeline/jsonvalue", "pipeline/secrets", "pipeline/wording"}},
	{packages: []string{"pipeline/internal/jstext", "pipeline/internal/pyrepr"}},
	{packages: []string{"pipeline/internal/json5"}, may: []string{"pipeline/jsonvalue", "pipeline/internal/jstext"}},
	{packages: []string{"pipeline/secrets/secretstest", "pipeline/ollama/ollamatest"}, tests: true},
	{
		packages: []string{"cmd/beaver-eval/systems/systemstest"}, tests: true,
		may: []string{"pipeline", "cmd/beaver-eval/systems"},
	},
	{packages: []string{"pipeline/contracttest"}}, // tests alone
	{packages: []string{"pipeline"}, may: []string{"pipeline/jsonvalue"}},
	{packages: []string{"pipeline/prefix", "pipeline/conflict"}, may: []string{"pipeline"}},
	{ // any application: a system with external code
		packages: []string{"pipeline/app/...", "pipeline/internal/provider/..."}, own: true,
		may:     []string{"pipeline", "pipeline/jsonvalue", "pipeline/wire"},
		vendors: []string{"github.com/theory/jsonpath", "github.com/gofrs/flock"},
	},
	{
		packages: []string{"pipeline/reply"}, may: []string{"pipeline", "pipeline/jsonvalue"},
		vendors: []string{"github.com/kaptinlin/jsonrepair"},
	},
	{
		packages: []string{"pipeline/skills"}, may: []string{"pipeline", "pipeline/jsonvalue"},
		vendors: []string{"go.yaml.in/yaml/v4"},
	},
	{packages: []string{"pipeline/retrieval"}, may: []string{"pipeline", "pipeline/retrieval/chinese"}},
	{packages: []string{"pipeline/retrieval/chinese"}, vendors: []string{"github.com/klauspost/compress"}},
	{
		packages: []string{"pipeline/retrieval/chinese/mkcedict"}, may: []string{"pipeline/retrieval/chinese"},
		vendors: []string{"github.com/klauspost/compress"},
	},
	{packages: pieces, may: []string{"pipeline", "pipeline/conflict", "pipeline/jsonvalue"}},
	{packages: []string{"pipeline/server"}, may: []string{"pipeline", "pipeline/wire"}}, // what clients share
	{
		packages: []string{"pipeline/ollama"}, may: []string{"pipeline", "pipeline/wire", "pipeline/server"},
		vendors: []string{"github.com/ollama/ollama"},
	},
	{
		packages: []string{"pipeline/openai"}, may: []string{
			"pipeline", "pipeline/wire", "pipeline/model", "pipeline/server", "pipeline/internal/provider/openai",
		},
	},
	{packages: []string{"pipeline/fault"}, may: []string{"pipeline", "pipeline/jsonvalue"}},
	{
		packages: []string{"pipeline/ollama/badserver"},
		may:      []string{"pipeline", "pipeline/jsonvalue", "pipeline/ollama", "pipeline/server"},
	},
	{
		packages: []string{"pipeline/model"},
		may:      append([]string{"pipeline", "pipeline/prefix", "pipeline/conflict", "pipeline/jsonvalue"}, pieces...),
	},
	{packages: []string{trial}, may: append([]string{"cmd/beaver-eval/cli"}, systemPackages...)},
	{
		packages: []string{"fixtures/strict"}, may: []string{"pipeline", "pipeline/conflict", "pipeline/jsonvalue"},
		vendors: []string{"go.yaml.in/yaml/v4"},
	},
	{
		packages: []string{"fixtures/disk"}, may: []string{"pipeline"},
		vendors: []string{"github.com/google/renameio/v2", "github.com/gofrs/flock"},
	},
	{packages: []string{"fixtures/cache"}, may: []string{"fixtures/disk"}},
	{
		packages: []string{"fixtures/expect"}, may: []string{"pipeline", "fixtures/strict"},
		vendors: []string{"github.com/bmatcuk/doublestar/v4"},
	},
	{
		packages: []string{"fixtures"}, may: []string{
			"pipeline", "pipeline/conflict", "pipeline/jsonvalue", "pipeline/skills", "fixtures/expect",
			"fixtures/strict", "fixtures/disk",
		},
		vendors: []string{"github.com/bmatcuk/doublestar/v4"},
	},
	{
		packages: []string{"fixtures/importers"}, // a log reads as the proxy reads
		may: []string{
			"pipeline", "pipeline/app", "pipeline/jsonvalue", "pipeline/model", "pipeline/secrets", "fixtures",
			"fixtures/strict", "fixtures/disk", "fixtures/expect",
		},
		vendors: []string{"github.com/parquet-go/parquet-go"},
	},
	{
		packages: []string{"goldens/diff"}, may: []string{"pipeline/jsonvalue"},
		vendors: []string{"github.com/sergi/go-diff", "github.com/clipperhouse/uax29/v2"},
	},
	{
		packages: []string{"goldens"}, may: []string{
			"pipeline", "pipeline/conflict", "pipeline/jsonvalue", "pipeline/prefix", "goldens/diff", "fixtures/strict",
			"fixtures/disk",
		},
		vendors: []string{"go.yaml.in/yaml/v4", "github.com/clipperhouse/uax29/v2"},
	},
	{packages: []string{"goldens/packed"}, may: []string{"pipeline", "pipeline/conflict", "goldens"}},
	{packages: []string{"goldens/edit"}, may: []string{"pipeline", "goldens", "goldens/diff"}},
	{packages: []string{"suites/paired"}, vendors: []string{"gonum.org/v1/gonum"}},
	{packages: []string{"suites/filter"}, may: []string{"fixtures/strict"},
		vendors: []string{"github.com/bmatcuk/doublestar/v4"}},
	{
		packages: []string{"suites/judge"},
		may:      []string{"pipeline", "pipeline/jsonvalue", "pipeline/reply", "fixtures/expect"},
	},
	{
		packages: []string{"suites/trace"},
		may: []string{
			"pipeline", "pipeline/jsonvalue", "pipeline/model", "pipeline/secrets", "fixtures", "fixtures/strict",
			"suites/filter", "suites/judge",
		},
	},
	{
		packages: []string{"suites/bill"},
		may:      []string{"pipeline", "pipeline/jsonvalue", "pipeline/model", "pipeline/secrets", "suites/trace"},
	},
	{
		packages: []string{"suites/score"},
		may: []string{
			"pipeline", "pipeline/jsonvalue", "pipeline/retrieval", "fixtures", "fixtures/expect", "fixtures/strict",
			"suites/filter", "suites/judge", "suites/trace", "suites/bill",
		},
		vendors: []string{
			"github.com/theory/jsonpath", "github.com/santhosh-tekuri/jsonschema/v6", "github.com/abadojack/whatlanggo",
		},
	},
	{packages: []string{"suites/coverage"}, may: []string{"pipeline", "pipeline/prompt", "suites/trace"}},
	{
		packages: []string{"suites/result"},
		may: []string{"pipeline", "pipeline/model", "pipeline/secrets", "goldens/edit", "suites/coverage",
			"suites/trace", "suites/score"},
	},
	{
		packages: []string{"suites/journal"},
		may: []string{"pipeline", "fixtures/disk", "suites/coverage", "suites/result", "suites/score",
			"suites/trace"},
		vendors: []string{"github.com/fxamacker/cbor/v2", "github.com/klauspost/compress"},
	},
	{
		packages: []string{"suites/metric"},
		may: []string{
			"pipeline", "fixtures", "fixtures/strict", "suites/coverage", "suites/filter", "suites/trace",
			"suites/score", "suites/result", "suites/paired",
		},
	},
	{
		packages: []string{"suites/project"},
		may: append([]string{
			"pipeline", "pipeline/fault", "pipeline/jsonvalue", "pipeline/model", "fixtures", "fixtures/expect",
			"fixtures/strict", "fixtures/disk", "goldens", "suites/filter", "suites/judge", "suites/trace",
			"suites/score", "suites/metric",
		}, pieces...),
	},
	{
		packages: []string{"suites/schema"},
		may:      []string{"pipeline", "fixtures", "fixtures/strict", "goldens", "suites/project"},
	},
	{
		packages: []string{"suites/git"}, may: []string{"fixtures/disk", "suites/project"},
		vendors: []string{"github.com/bmatcuk/doublestar/v4"},
	},
	{
		packages: []string{"suites/review"},
		may: []string{
			"pipeline", "pipeline/conflict", "pipeline/jsonvalue", "pipeline/model", "pipeline/wire",
			"pipeline/secrets", "fixtures", "fixtures/disk", "goldens", "goldens/edit", "goldens/packed", "suites/bill",
			"suites/filter", "suites/trace", "suites/result", "suites/project",
		},
	},
	{
		packages: []string{"suites/pending"},
		may: []string{
			"pipeline", "pipeline/conflict", "pipeline/wire", "fixtures", "fixtures/disk", "goldens", "goldens/packed",
			"suites/filter", "suites/project", "suites/result", "suites/review",
		},
	},
	{
		packages: []string{"suites/runner"},
		may: []string{
			"pipeline", "pipeline/fault", "pipeline/model", "pipeline/retrieval", "pipeline/skills",
			"fixtures", "fixtures/strict", "fixtures/disk", "goldens", "goldens/edit",
			"suites/coverage", "suites/filter", "suites/trace", "suites/score", "suites/result", "suites/journal",
			"suites/project", "suites/judge", "suites/review", "suites/bill",
		},
	},
	{
		packages: []string{"suites/touched"},
		may: []string{
			"pipeline", "pipeline/prompt", "pipeline/wire", "fixtures", "fixtures/disk", "goldens/packed",
			"suites/filter", "suites/project", "suites/result", "suites/trace",
		},
	},
	{
		packages: []string{"suites/faults"},
		may: []string{
			"pipeline", "pipeline/jsonvalue", "pipeline/model", "pipeline/fault", "pipeline/reply", "pipeline/secrets",
			"fixtures", "fixtures/strict", "fixtures/disk", "fixtures/cache", "goldens", "suites/coverage",
			"suites/filter", "suites/runner", "suites/score", "suites/metric", "suites/project",
			"suites/result", "suites/trace",
		},
	},
	{
		packages: []string{"suites/driven"},
		may: []string{
			"pipeline", "pipeline/fault", "pipeline/jsonvalue", "pipeline/model", "fixtures", "fixtures/strict",
			"suites/project", "suites/runner",
		},
	},
	{
		packages: []string{"suites/check"},
		may: []string{
			"pipeline", "pipeline/jsonvalue", "pipeline/model", "pipeline/skills", "pipeline/secrets", "fixtures",
			"fixtures/disk", "goldens", "goldens/packed", "suites/project", "suites/review",
		},
	},
	{
		packages: []string{"suites/live"},
		may: []string{
			"pipeline", "pipeline/jsonvalue", "pipeline/model", "pipeline/secrets", "fixtures", "fixtures/disk",
			"suites/judge", "suites/runner", "suites/project", "suites/trace", "suites/result",
		},
	},
	{packages: []string{"reports/printable"}, may: []string{"pipeline", "goldens/diff"},
		vendors: []string{"github.com/mattn/go-runewidth"}},
	{
		packages: []string{"reports/table"}, may: []string{"reports/printable"},
		vendors: []string{"github.com/olekukonko/tablewriter"},
	},
	{
		packages: []string{"reports/rows"},
		may: slices.Concat(run, []string{
			"pipeline/jsonvalue", "fixtures/disk", "goldens/diff", "reports/printable",
		}),
		vendors: []string{"github.com/parquet-go/parquet-go", "github.com/klauspost/compress"},
	},
	{packages: []string{"reports/stored"}, may: slices.Concat(run, []string{
		"fixtures/disk", "pipeline/jsonvalue", "suites/journal", "reports/printable", "reports/rows",
	})},
	{packages: []string{"reports/overview"}, may: slices.Concat(run, []string{"reports/rows", "reports/stored"})},
	{packages: []string{"reports/cells"}, may: slices.Concat(run, []string{
		"goldens/diff", "reports/overview", "reports/printable",
	})},
	{packages: slices.Concat(forms, changed), may: slices.Concat(run, counted, words)},
	{ // the page shows what diff, compare, cost and coverage print: it takes their structures
		packages: []string{"reports/page"},
		may: slices.Concat(run, counted, words, changed, compared, []string{
			"pipeline/jsonvalue", "pipeline/fault", "fixtures/disk", "goldens/diff", "reports/cost", "reports/covered",
			"suites/bill", "suites/coverage", "suites/score",
		}),
	},
	{packages: compared, may: slices.Concat(run, counted, words, []string{"fixtures/disk", "suites/paired"})},
	{
		packages: []string{"reports/export"}, may: slices.Concat(run, []string{"reports/rows", "reports/printable"}),
		vendors: []string{"github.com/parquet-go/parquet-go"},
	},
	{ // only for tests: no other layer may import them
		packages: []string{"reports/reportstest", "reports/stored/storedtest"}, own: true,
		may: slices.Concat(run, counted, []string{
			"cmd/beaver-eval/systems/systemstest", "goldens", "suites/project", "suites/runner", "suites/filter",
		}),
		vendors: []string{"pgregory.net/rapid"}, tests: true,
	},
	{packages: []string{"cmd/beaver-eval/clitest/examples/project"}, tests: true},
	{
		packages: []string{"cmd/beaver-eval/clitest"}, tests: true,
		may: []string{
			"cmd/beaver-eval/cli", "cmd/beaver-eval/systems", "pipeline", "pipeline/beaver", "pipeline/model",
			"pipeline/ollama/ollamatest", "fixtures/strict",
		},
		vendors: []string{"github.com/rogpeppe/go-internal", "github.com/google/go-cmp"},
	},
	{packages: []string{"cmd/beaver-eval/clitest/..."}}, // nothing but tests
	{packages: []string{"cmd/beaver-eval/collector"}},
	{
		packages: []string{"cmd/beaver-eval/systems"},
		may:      append([]string{"pipeline", "pipeline/app"}, systemPackages...),
	},
	{
		packages: []string{"cmd/release"},
		may:      []string{"cmd/beaver-eval/cli", "cmd/beaver-eval/systems", "fixtures/strict"},
		vendors:  []string{"github.com/spf13/cobra", "github.com/bmatcuk/doublestar/v4", "github.com/BurntSushi/toml"},
	},
	{
		packages: []string{"cmd/beaver-eval", "cmd/beaver-eval/starter", "cmd/beaver-eval/cli/..."}, own: true,
		may: slices.Concat(run, counted, words, forms, compared, changed, pieces, []string{
			"cmd/beaver-eval/systems", "cmd/beaver-eval/collector", "pipeline/jsonvalue", "pipeline/prefix",
			"pipeline/model", "pipeline/fault", "pipeline/app", "pipeline/app/program", "pipeline/server",
			"pipeline/ollama", "pipeline/openai", "pipeline/ollama/badserver", "fixtures/...", "goldens/...",
			"suites/...", "reports/export", "reports/page",
		}),
		vendors: []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/bmatcuk/doublestar/v4",
			"github.com/vbauerster/mpb/v8", "golang.org/x/term", "charm.land/bubbletea/v2"},
	},
}...)

// pkg is a package with the imports of its code, without tests.
type pkg struct {
	Name                      string
	ImportPath                string
	Imports                   []string
	Standard                  bool
	TestImports, XTestImports []string // of the module's own packages
	Module                    *struct{ Path string }
	Doc                       string   // the first sentence on it
	GoFiles                   []string // but for tests
}

// violations checks packages against the layers, and returns a line for each violation. No layer may import what only
// tests need.
func violations(all []pkg) []string {
	moduleOf := map[string]string{}
	for _, p := range all {
		switch {
		case p.Module != nil:
			moduleOf[p.ImportPath] = p.Module.Path
		case !p.Standard:
			moduleOf[p.ImportPath] = p.ImportPath
		}
	}
	var bad []string
	for _, p := range all {
		if moduleOf[p.ImportPath] != module {
			continue
		}
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		i := slices.IndexFunc(layers, func(l layer) bool { return covers(l.packages, name) })
		if i < 0 {
			bad = append(bad, name+" stands in no layer")
			continue
		}
		for _, imported := range p.Imports {
			if of, vendor := moduleOf[imported]; vendor && !layers[i].allows(imported, of) ||
				covers([]string{"testing/..."}, imported) && !layers[i].tests {
				bad = append(bad, name+" imports "+strings.TrimPrefix(imported, module+"/"))
			}
		}
	}
	slices.Sort(bad)
	return bad
}

func (l layer) allows(imported, of string) bool {
	if of != module {
		return slices.Contains(l.vendors, of)
	}
	name := strings.TrimPrefix(imported, module+"/")
	return covers(anybody, name) || covers(l.may, name) || l.own && covers(l.packages, name)
}

func covers(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		below, deep := strings.CutSuffix(n, "/...")
		return n == name || deep && (name == below || strings.HasPrefix(name, below+"/"))
	})
}

func TestImportRules(t *testing.T) {
	all := listed(t, ".", module+"/...")
	own := 0
	for _, p := range all {
		if p.Module != nil && p.Module.Path == module {
			own++
		}
	}
	if own < 12 {
		t.Fatalf("only %d packages of the module: the list is not whole", own)
	}
	for _, v := range violations(all) {
		t.Error(v)
	}
	for _, v := range violations(listed(t, "../../"+trial, ".")) { // patterns skip testdata
		t.Error(v)
	}
}

// Packages that only tests need lie below clitest, or have names ending in test.
func TestSupportOfTests(t *testing.T) {
	all := listed(t, ".", module+"/...")
	if misplaced := supportAmongCode(all); len(misplaced) > 0 {
		t.Errorf("only tests import %s", strings.Join(misplaced, ", "))
	}
	own := module + "/suites/"
	got := supportAmongCode([]pkg{
		{ImportPath: module, Name: "main", GoFiles: []string{"a.go"}, Imports: []string{own + "used"}},
		{ImportPath: own + "used", Name: "used", GoFiles: []string{"a.go"}},
		{ImportPath: own + "helper", Name: "helper", GoFiles: []string{"a.go"}},
		{ImportPath: own + "xtest", Name: "xtest", GoFiles: []string{"a.go"}, Imports: []string{own + "helper"}},
		{ImportPath: own + "onlytests", Name: "onlytests_test"},
	})
	if want := []string{"suites/helper"}; !slices.Equal(got, want) {
		t.Errorf("misplaced: %q, want %q", got, want)
	}
}

// supportAmongCode returns the packages of the module that no code of the program imports, and whose names do not mark
// them as for tests.
func supportAmongCode(all []pkg) (misplaced []string) {
	forTests := func(name string) bool {
		return strings.HasSuffix(name, "test") || strings.Contains(name, "/clitest/")
	}
	needed := map[string]bool{}
	for _, p := range all {
		if !forTests(p.ImportPath) {
			for _, imported := range p.Imports {
				needed[imported] = true
			}
		}
	}
	for _, p := range all {
		name, own := strings.CutPrefix(p.ImportPath, module+"/")
		if own && len(p.GoFiles) > 0 && p.Name != "main" && !needed[p.ImportPath] && !forTests(name) {
			misplaced = append(misplaced, name)
		}
	}
	return misplaced
}

// A package imported only from its parent's tree, tests included, lies in an internal folder there. Exceptions are
// programs, test support and packages directly below the program.
func TestInternal(t *testing.T) {
	importers := map[string][]string{}
	for _, p := range listed(t, ".", module+"/...") {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if of, own := strings.CutPrefix(imported, module+"/"); own && of != name {
				importers[of] = append(importers[of], name)
			}
		}
	}
	if len(importers) < 30 {
		t.Fatalf("only %d packages are imported: the list is not whole", len(importers))
	}
	for name, from := range importers {
		if missing := couldBeInternal(name, from); missing != "" {
			t.Errorf("%s is imported below %s alone: it goes to %s/internal", name, missing, missing)
		}
	}
}

// couldBeInternal returns the only folder whose tree imports a package that lies in no internal folder there; empty:
// none, or others import the package.
func couldBeInternal(name string, importers []string) string {
	parent := path.Dir(name)
	if path.Base(parent) == "internal" || strings.HasSuffix(name, "test") || parent == "cmd/beaver-eval" ||
		strings.Contains(name, "/clitest/") || !strings.Contains(parent, "/") && parent != "pipeline" {
		return ""
	}
	for _, from := range importers {
		if from != parent && !strings.HasPrefix(from, parent+"/") {
			return ""
		}
	}
	return parent
}

func TestCouldBeInternal(t *testing.T) {
	for _, tt := range []struct{ name, from, want string }{
		{"pipeline/mas/state", "pipeline/mas", "pipeline/mas"},
		{"pipeline/mas/state", "pipeline/mas/tags", "pipeline/mas"},
		{"pipeline/mas/state", "pipeline/mass", ""},
		{"pipeline/mas/internal/state", "pipeline/mas", ""},
		{"pipeline/json5", "pipeline/openclaw", "pipeline"},
		{"pipeline/json5", "suites/trace", ""},
		{"pipeline/ollama/ollamatest", "pipeline/ollama", ""},
		{"cmd/beaver-eval/cli", "cmd/beaver-eval", ""},
	} {
		if got := couldBeInternal(tt.name, []string{tt.from}); got != tt.want {
			t.Errorf("couldBeInternal(%q, %q) = %q, want %q", tt.name, tt.from, got, tt.want)
		}
	}
}

// The rules can be broken: they forbid each of these imports.
func TestImportRulesForbid(t *testing.T) {
	forbidden := [][2]string{
		{"pipeline", "pipeline/prompt"}, {"pipeline", "pipeline/prefix"}, {"pipeline/jsonvalue", "pipeline"},
		{"pipeline/beaver", "pipeline/prefix"}, {"fixtures/expect", "fixtures"},
		{"pipeline/secrets", "pipeline/prompt"}, {"pipeline", "github.com/bmatcuk/doublestar/v4"},
		{"pipeline/beaver", "pipeline/mas"}, {"pipeline/mas", "pipeline/model"}, {"pipeline/model", "pipeline/beaver"},
		{"pipeline/openclaw/internal/history", "pipeline/beaver"}, {"pipeline/beaver", "pipeline/internal/provider"},
		{"pipeline/beaver", "fixtures"}, {"pipeline/model", "pipeline/ollama/ollamatest"},
		{"suites/runner", "pipeline/ollama/ollamatest"}, {"pipeline/ollama/badserver", "pipeline/ollama/ollamatest"},
		{"pipeline/internal/provider", "pipeline/model"}, {"pipeline/internal/provider/openai", "pipeline/beaver"},
		{trial, "suites/runner"}, {"cmd/beaver-eval/cli", trial}, {"suites/runner", trial},
		{"pipeline/beaver", "go.yaml.in/yaml/v4"}, {"pipeline/prompt", "pipeline/reply"},
		{"pipeline/prompt", "github.com/kaptinlin/jsonrepair"},
		{"pipeline/ollama", "pipeline/model"}, {"pipeline/model", "github.com/ollama/ollama"},
		{"pipeline/model", "pipeline/ollama"}, {"pipeline/ollama", "pipeline/ollama/badserver"},
		{"fixtures", "suites/project"}, {"fixtures", "goldens"}, {"fixtures", "go.yaml.in/yaml/v4"},
		{"fixtures/strict", "fixtures"}, {"fixtures/disk", "fixtures"}, {"fixtures/disk", "fixtures/importers"},
		{"goldens", "reports/rows"}, {"goldens", "fixtures"}, {"goldens", "pipeline/beaver"},
		{"goldens", "github.com/google/renameio/v2"}, {"goldens/diff", "goldens"},
		{"suites/runner", "pipeline/beaver"}, {"suites/runner", "reports/rows"},
		{"suites/review", "github.com/sergi/go-diff"}, {"suites/trace", "suites/score"},
		{"suites/score", "suites/metric"}, {"suites/metric", "suites/project"}, {"suites/project", "suites/review"},
		{"suites/git", "suites/review"}, {"suites/git", "goldens"}, {"suites/git", "github.com/google/renameio/v2"},
		{"suites/faults", "reports/table"}, {"suites/review", "suites/runner"}, {"suites/result", "goldens"},
		{"reports/rows", "goldens"}, {"reports/rows", "pipeline/model"}, {"reports/rows", "reports/stored"},
		{"reports/stored", "reports/overview"}, {"reports/stored", "github.com/parquet-go/parquet-go"},
		{"reports/overview", "reports/cells"}, {"reports/overview", "goldens"}, {"reports/cells", "reports/terminal"},
		{"reports/printable", "suites/result"}, {"reports/table", "suites/result"},
		{"reports/terminal", "goldens"}, {"reports/terminal", "reports/ci"}, {"reports/ci", "reports/terminal"},
		{"reports/ci", "reports/export"}, {"reports/export", "reports/stored"},
		{"reports/terminal", "github.com/olekukonko/tablewriter"}, {"reports/ci", "github.com/parquet-go/parquet-go"},
		{"reports/stored", "reports/stored/storedtest"}, {"reports/terminal", "github.com/spf13/cobra"},
		{"cmd/beaver-eval/cli", "cmd/beaver-eval/clitest"}, {"cmd/beaver-eval", "cmd/beaver-eval/clitest"},
		{"cmd/beaver-eval/cli", "reports/reportstest"}, {"cmd/beaver-eval/cli", "github.com/parquet-go/parquet-go"},
		{"cmd/beaver-eval/cli", "github.com/olekukonko/tablewriter"}, {"cmd/beaver-eval/cli", "go.yaml.in/yaml/v4"},
	}
	var all []pkg
	var want []string
	for _, f := range forbidden {
		imported := f[1]
		if !strings.Contains(strings.Split(imported, "/")[0], ".") {
			imported = module + "/" + imported
			all = append(all, pkg{ImportPath: imported, Module: &struct{ Path string }{module}})
		} else {
			all = append(all, pkg{ImportPath: imported, Module: &struct{ Path string }{imported}})
		}
		all = append(all, pkg{ImportPath: path.Join(module, f[0]), Imports: []string{imported, "fmt", "testing/fstest"},
			Module: &struct{ Path string }{module}})
		want = append(want, f[0]+" imports "+f[1], f[0]+" imports testing/fstest")
	}
	all = append(all, pkg{ImportPath: module + "/internal/utils", Module: &struct{ Path string }{module}},
		pkg{ImportPath: "fmt", Standard: true})
	want = append(want, "internal/utils stands in no layer")
	slices.Sort(want)
	if d := cmp.Diff(want, violations(all)); d != "" {
		t.Errorf("violations (-want +got):\n%s", d)
	}
}

// listed returns the go command's list, in a folder, of the packages and their dependencies. It uses no network.
func listed(t *testing.T, dir, pattern string) []pkg {
	t.Helper()
	byPath := map[string]pkg{}
	for _, goos := range []string{"linux", "windows"} { // a package may have a file for each
		cmd := exec.Command("go", "list", "-e", "-deps",
			"-json=Name,ImportPath,Imports,TestImports,XTestImports,Standard,Module,Doc,GoFiles", pattern)
		cmd.Dir = dir
		cmd.Env = append(cmd.Environ(), "GOPROXY=off", "GOOS="+goos, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list: %v", fmt.Errorf("%w: %s", err, stderrOf(err)))
		}
		for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p pkg
			if err := dec.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			before := byPath[p.ImportPath]
			p.Imports = slices.Compact(slices.Sorted(slices.Values(append(before.Imports, p.Imports...))))
			p.TestImports = append(before.TestImports, p.TestImports...)
			p.XTestImports = append(before.XTestImports, p.XTestImports...)
			byPath[p.ImportPath] = p
		}
	}
	return slices.SortedFunc(maps.Values(byPath),
		func(a, b pkg) int { return strings.Compare(a.ImportPath, b.ImportPath) })
}

func stderrOf(err error) string {
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(e.Stderr)
	}
	return ""
}
