// Package collector sets when the program collects garbage: runs make much of it and keep little. A program that
// imports it collects nothing until the whole process has 112 MiB, or 48 MiB beside what is live, whichever is more,
// unless GOGC or GOMEMLIMIT is set.
//
// It is a package, and does so when it is initialized, since other packages make 4 MB before main: a collection of
// those, which are all live, would take a tenth of the program's start.
package collector

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	limit = 112 << 20
	room  = 48 << 20
)

func init() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(-1)
		limitMemory()
	}
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
