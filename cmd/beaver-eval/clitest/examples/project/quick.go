package project

import (
	"os"
	"testing"
)

// Quick reports whether tests leave out what takes seconds of processor time to start and is like something that starts
// faster: short tests do, unless BEAVER_EVAL_SLOW is set, as it is in CI.
func Quick() bool { return testing.Short() && os.Getenv("BEAVER_EVAL_SLOW") == "" }

// SkipIfQuick skips such a test.
func SkipIfQuick(t testing.TB) {
	t.Helper()
	if Quick() {
		t.Skip("starts slowly: it runs without -short, or with BEAVER_EVAL_SLOW=1")
	}
}
