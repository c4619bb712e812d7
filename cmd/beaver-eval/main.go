// Command beaver-eval tests the prompts of agent systems offline: it replays conversations, checks every messages array
// against goldens, and reports changes.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
)

// Runs make much garbage and keep little. So nothing is collected until the whole process has limit bytes, or room for
// garbage beside what is live, whichever is more.
const (
	limit = 112 << 20
	room  = 48 << 20
)

func main() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(-1)
		limitMemory()
	}
	all, err := systems.All()
	if err != nil {
		fmt.Fprintln(os.Stderr, "beaver-eval:", err)
		os.Exit(cli.ExitHarness)
	}
	os.Exit(cli.Main(os.Args[1:], all...))
}

// limitMemory sets the limit anew after each collection: what is live needs room, or the process would do nothing but
// collect.
func limitMemory() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetMemoryLimit(max(limit, int64(live[0].Value.Uint64())+room))
	runtime.AddCleanup(&cycle{}, func(int) { limitMemory() }, 0)
}

// cycle is garbage at the next collection.
type cycle struct{ _ *cycle }
