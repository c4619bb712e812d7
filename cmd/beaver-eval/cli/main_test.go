package cli_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
)

// Tests may run the programs of clitest as processes.
func TestMain(m *testing.M) { testscript.Main(m, clitest.Programs()) }
