package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree holds the names in the repository to which pages can refer.
type tree struct {
	paths []string        // of files and folders, relative to the root, with slashes
	tests map[string]bool // names of tests, benchmarks and fuzz tests
}

func readTree(t *testing.T) (tree, fs.FS) {
	t.Helper()
	root := os.DirFS(filepath.Join("..", ".."))
	all := tree{tests: map[string]bool{}}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w+)\(`)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (name == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		all.paths = append(all.paths, name)
		if !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			all.tests[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, root
}

// has reports whether there is a file or folder of this name: a path, or the end of one.
func (t tree) has(name string) bool {
	name = strings.TrimSuffix(name, "/")
	return slices.ContainsFunc(t.paths, func(p string) bool { return p == name || strings.HasSuffix(p, "/"+name) })
}

var (
	sourceName = regexp.MustCompile(`\w[\w./-]*\.(?:go|tmpl|txtar)\b`)
	testName   = regexp.MustCompile(`\b(?:Test|Benchmark|Fuzz)[A-Z]\w*`)
	pageLink   = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	shownFile  = regexp.MustCompile("(?m)^`[^`\n]+`:$") // what the next fence holds is the reader's own file
	codeSpan   = regexp.MustCompile("`[^`\n]+`")
	fence      = regexp.MustCompile("(?ms)^```.*?^```$")
	heading    = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// missing lists names in a page that the tree does not have: sources, tests, and pages or headings that it links to.
func (t tree) missing(root fs.FS, page, text string) []string {
	var bad []string
	prose := shownFile.ReplaceAllString(fence.ReplaceAllString(text, ""), "")
	for _, span := range codeSpan.FindAllString(prose, -1) {
		for _, name := range sourceName.FindAllString(span, -1) {
			if !strings.Contains(name, "NAME") && !t.has(name) { // NAME is a placeholder
				bad = append(bad, name)
			}
		}
		for _, name := range testName.FindAllString(span, -1) {
			if !t.tests[name] {
				bad = append(bad, name)
			}
		}
	}
	for _, m := range pageLink.FindAllStringSubmatch(prose, -1) {
		target := page
		if m[1] != "" {
			target = path.Join(path.Dir(page), m[1])
		}
		linked, err := fs.ReadFile(root, target)
		if err != nil {
			bad = append(bad, m[1])
			continue
		}
		if m[2] != "" && !slices.Contains(anchors(string(linked)), m[2]) {
			bad = append(bad, m[1]+"#"+m[2])
		}
	}
	return bad
}

// anchors returns the names by which a page's headings can be linked to.
func anchors(text string) []string {
	var all []string
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all = append(all, strings.ReplaceAll(name, " ", "-"))
	}
	return all
}

// Pages name only existing sources, tests, pages and headings.
func TestDocsNameWhatIsThere(t *testing.T) {
	all, root := readTree(t)
	pages, err := fs.Glob(root, "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	below, err := fs.Glob(root, "docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(append(pages, below...), "README.md", "CONTRIBUTING.md")
	if len(pages) < 20 {
		t.Fatalf("only %d pages", len(pages))
	}
	for _, page := range pages {
		text, err := fs.ReadFile(root, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range all.missing(root, page, string(text)) {
			t.Errorf("%s names %s, which is not there", page, name)
		}
	}
}

// docs/design.md draws the module as it is.
func TestDesignDrawsTheModule(t *testing.T) {
	_, root := readTree(t)
	design, err := fs.ReadFile(root, "docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := drawing(floors(listed(t, "../..", module+"/..."))); !strings.Contains(string(design),
		"```\n"+want+"```\n") {
		t.Errorf("docs/design.md does not draw the packages as they are:\n%s", want)
	}
}

// floors puts each package of the module, except those only for tests, one floor above the highest one that it imports.
func floors(all []pkg) map[string]int {
	imports, floor := map[string][]string{}, map[string]int{}
	for _, p := range all {
		if p.Module != nil && p.Module.Path == module {
			imports[strings.TrimPrefix(p.ImportPath, module+"/")] = p.Imports
		}
	}
	var of func(name string) int
	of = func(name string) int {
		if at, known := floor[name]; known {
			return at
		}
		at := 0
		for _, imported := range imports[name] {
			if below, own := strings.CutPrefix(imported, module+"/"); own {
				at = max(at, of(below)+1)
			}
		}
		floor[name] = at
		return at
	}
	for name := range imports {
		of(name)
	}
	maps.DeleteFunc(floor, func(name string, _ int) bool { return strings.Contains(name+"/", "test/") })
	return floor
}

// drawing returns a line for each floor, the highest first, with a column for each folder.
func drawing(floor map[string]int) string {
	folders := []string{"cmd", "reports", "suites", "goldens", "fixtures", "pipeline"}
	rows := [][]string{append([]string{"floor"}, folders...)}
	for at := slices.Max(slices.Collect(maps.Values(floor))); at >= 0; at-- {
		row := []string{fmt.Sprintf("%5d", at)}
		for _, folder := range folders {
			var names []string
			for _, name := range slices.Sorted(maps.Keys(floor)) {
				if floor[name] == at && (name == folder || strings.HasPrefix(name, folder+"/")) {
					names = append(names, path.Base(name))
				}
			}
			row = append(row, strings.Join(names, " "))
		}
		rows = append(rows, row)
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	var text strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += fmt.Sprintf("%-*s  ", widths[i], cell)
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String()
}

// Each package says what it is, and docs/README.md, to which the README links, links to every page.
func TestDocsAreWhole(t *testing.T) {
	_, root := readTree(t)
	for _, p := range listed(t, "../..", module+"/...") {
		if p.Module != nil && p.Module.Path == module && len(p.GoFiles) > 0 && p.Doc == "" {
			t.Errorf("%s does not say what it is", p.ImportPath)
		}
	}
	if !strings.Contains(readText(t, "README.md"), "(docs/README.md)") {
		t.Error("README.md does not link to docs/README.md")
	}
	index := readText(t, "docs/README.md")
	for _, pattern := range []string{"docs/*.md", "docs/*/README.md", "docs/systems/*.md"} {
		pages, err := fs.Glob(root, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			if page == "docs/README.md" {
				continue
			}
			if !strings.Contains(index, "("+strings.TrimPrefix(page, "docs/")+")") {
				t.Errorf("docs/README.md does not link to %s", page)
			}
		}
	}
}

// docs/prompts.md names each template of a system once, in the list of that system, and no other.
func TestPromptsPage(t *testing.T) {
	page := readText(t, "docs/prompts.md")
	for heading, folder := range map[string]string{
		"Alfred": "pipeline/alfred", "Beaver": "pipeline/beaver", "OpenClaw": "pipeline/openclaw",
	} {
		want, err := fs.Glob(os.DirFS(filepath.Join("..", "..", filepath.FromSlash(folder), "prompts")), "*.tmpl")
		if err != nil {
			t.Fatal(err)
		}
		_, list, _ := strings.Cut(page, "\n## "+heading+"'s files\n")
		list, _, _ = strings.Cut(list, "\n## ")
		var got []string
		for _, m := range regexp.MustCompile("`([a-z.-]+\\.tmpl)`").FindAllStringSubmatch(list, -1) {
			got = append(got, m[1])
		}
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("the templates of %s in docs/prompts.md (-there are +listed):\n%s", heading, d)
		}
	}
}

// readText returns a file of the repository, named from its root.
func readText(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
