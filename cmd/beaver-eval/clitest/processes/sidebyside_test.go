package processes_test

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// accepts are the lines of accept that name a case.
var accepts = regexp.MustCompile(`(?m)^set/(\S+): [0-9]+ calls`)

// Any two concurrent commands in one project: neither fails, neither undoes the other's work, and nothing is left
// behind. Changes that accept reports as taken are accepted.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	first, second := chats(t, 12, "first"), chats(t, 12, "second")
	project := imported(t, first)
	old, new := data(t, project, "fixtures", "suites"), data(t, imported(t, second), "fixtures", "suites")
	does(t, project, []int{1}, "run")
	golden := copied(t, project)
	does(t, golden, []int{0}, "accept", "--all")
	want := data(t, golden, "goldens")
	commands := map[string][]string{
		"run":    {"run"},
		"accept": {"accept", "--all"},
		"import": {"import", "--format", "openai-chat", "--name", "set", "--replace"},
	}
	codes := map[string][]int{
		"run":    {0, 1},
		"accept": {0, 1, 2}, // 1: changed by the other one, 2: in use by it
		"import": {0},
	}
	names := []string{"run", "accept", "import"}
	for i, a := range names {
		for _, b := range names[i:] {
			t.Run(a+" and "+b, func(t *testing.T) {
				for range trials(1, 3, 20) {
					dir := copied(t, project)
					p := begin(t, dir, with(commands[a], a == "import", first)...)
					q := begin(t, dir, with(commands[b], b == "import", second)...)
					for _, p := range []*process{p, q} {
						if code := p.end(t); !slices.Contains(codes[p.Args[1]], code) && !swapped(a, b, code) {
							t.Errorf("%v: exit code %d\n%s%s", p.Args[1:], code, &p.out, &p.err)
						}
						for _, m := range accepts.FindAllStringSubmatch(p.out.String(), -1) {
							file := path.Join("goldens/set", m[1]+".yaml")
							if got := data(t, dir, "goldens")[file]; b != "import" && got != want[file] {
								t.Errorf("%s was accepted, and is not there:\n%.300s", file, got)
							}
						}
					}
					if a == "import" { // one of the two, complete
						wantOneOf(t, data(t, dir, "fixtures", "suites"), old, new)
					}
					does(t, dir, []int{0, 1}, "run")
					does(t, dir, []int{0}, "accept", "--all", "--pending")
					does(t, dir, []int{0}, "run", "--ci")
					wantGone(t, dir)
				}
			})
		}
	}
}

func with(command []string, file bool, name string) []string {
	if file {
		return append(slices.Clone(command), name)
	}
	return command
}

// swapped reports whether a run met an import that was just taking its place: its input was bad then.
func swapped(a, b string, code int) bool {
	return code == 2 && slices.Contains([]string{a, b}, "import") && slices.Contains([]string{a, b}, "run")
}

// Two commands that accept different calls of the same cases both succeed.
func TestAcceptBothParts(t *testing.T) {
	t.Parallel()
	project := imported(t, chats(t, 12, "first"))
	does(t, project, []int{1}, "run")
	for range trials(1, 3, 20) {
		dir := copied(t, project)
		var both []*process
		for _, stage := range []string{"router", "main"} {
			both = append(both, begin(t, dir, "accept", "--stage", stage))
		}
		for _, p := range both {
			if code := p.end(t); code != 0 {
				t.Errorf("%v: exit code %d\n%s", p.Args[1:], code, &p.err)
			}
		}
		does(t, dir, []int{0}, "run", "--ci")
		if left := data(t, dir, "goldens"); strings.Contains(fmt.Sprint(left), "pending") {
			t.Error("pending files are left")
		}
		wantGone(t, dir)
	}
}
