// Package examples_test runs the projects below docs/examples: agents on real clients, in several languages. If the
// machine lacks something that an example needs, such as Node or npm packages, its test is skipped with a line.
package examples_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
)

func TestMain(m *testing.M) { testscript.Main(m, clitest.Programs()) }
