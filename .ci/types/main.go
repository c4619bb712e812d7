// Command types checks the types of this module, of the queue's and of their tests on other systems, from source: go vet
// would compile all of it for each. It is run in the root of the repository, with the systems as its arguments.
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	if len(os.Args) == 1 {
		fmt.Fprintln(os.Stderr, "usage: go run ./.ci/types SYSTEM..., as darwin or windows")
		os.Exit(2)
	}
	for _, system := range os.Args[1:] {
		for _, dir := range []string{".", "cmd/beaver-eval-queue"} {
			if !check(system, dir) {
				os.Exit(1)
			}
		}
	}
}

// check reports whether the types of a module's packages and tests are right on a system, and prints what is wrong.
func check(system, dir string) bool {
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes,
		Dir:  dir, Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), Tests: true,
	}, "./...")
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: no package", dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, system, err)
		return false
	}
	if packages.PrintErrors(all) > 0 {
		fmt.Fprintf(os.Stderr, "these are errors on %s\n", system)
		return false
	}
	return true
}
