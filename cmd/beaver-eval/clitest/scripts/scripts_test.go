package scripts_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
)

func TestMain(m *testing.M) { testscript.Main(m, clitest.Programs()) }

func TestInputs(t *testing.T)  { clitest.Run(t, "inputs") }
func TestRuns(t *testing.T)    { clitest.Run(t, "runs") }
func TestReviews(t *testing.T) { clitest.Run(t, "reviews") }
func TestApps(t *testing.T)    { clitest.Run(t, "apps") }
func TestReports(t *testing.T) { clitest.Run(t, "reports") }
