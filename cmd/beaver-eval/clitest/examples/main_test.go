// Package examples_test runs the projects below docs/examples: agents on real clients, in several languages. What an
// example needs and the machine does not have, such as Node or packages of npm, is a line and a test that is left out.
package examples_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
)

func TestMain(m *testing.M) { testscript.Main(m, clitest.Programs()) }
