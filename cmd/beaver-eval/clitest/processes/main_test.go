// Package processes_test has tests of whole processes: concurrent commands, killed ones and ones that wait for a lock,
// and the programs of docs/own-system.md.
package processes_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
)

func TestMain(m *testing.M) { testscript.Main(m, clitest.Programs()) }
