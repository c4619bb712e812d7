package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// axeVariable names the folder with npm's axe-core.
const axeVariable = "BEAVER_EVAL_AXE"

// axe returns the script of axe-core.
func axe(t *testing.T) string {
	t.Helper()
	dir := os.Getenv(axeVariable)
	if dir == "" {
		t.Skipf("%s names no folder with node_modules/axe-core: the page's accessibility is not tried", axeVariable)
	}
	script, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// isAccessible: axe-core finds nothing in one view of each kind with all its parts open; in the dark, it looks at
// contrasts alone.
func isAccessible(p *tab, links []string, script string) {
	eval[bool](p, script+";true")
	for theme, options := range map[string]string{"light": `{}`, "dark": `{runOnly: ["color-contrast"]}`} {
		p.theme(theme)
		for _, link := range links {
			p.visit(link)
			p.unfold()
			for _, problem := range eval[[]string](p, fmt.Sprintf(`axe.run(document, %s).then(found =>
				found.violations.map(v => v.impact + ": " + v.id + ": " + v.help + ": " + v.nodes.slice(0, 2).map(
					n => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? "")).join("; ")))`, options)) {
				p.Errorf("%.90s, %s: %s", link, theme, problem)
			}
		}
	}
	p.theme("light")
}

// oneOfEach returns a link of each kind.
func oneOfEach(views map[string]view) []string {
	first := map[string]string{}
	for link := range views {
		if old, ok := first[kindOf(link)]; !ok || link < old {
			first[kindOf(link)] = link
		}
	}
	var all []string
	for _, link := range first {
		all = append(all, link)
	}
	return all
}
