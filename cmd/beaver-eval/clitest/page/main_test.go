// Package page_test opens the page of a run in a real browser: every view, link and key, hostile texts, accessibility,
// and the pictures in docs/page. Without Chromium its tests are skipped with a line.
package page_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
)

func TestMain(m *testing.M) { testscript.Main(m, clitest.Programs()) }
