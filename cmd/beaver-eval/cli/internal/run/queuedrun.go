package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/journal"
)

// Names of files and folders of runs in a queue.
const (
	queuedDir  = "queued"      // below the folder of reports; it has a folder for each run that has not ended
	queuedFile = "queued.json" // in the folder of such a run
	lostEnd    = ".lost"       // after the name of a shard's folder
)

const maxQueued = 64 << 20 // bytes of a queuedFile

// queuedRun is what a run in a queue needs to go on.
type queuedRun struct {
	Started time.Time
	Names   []string // of cases, as arguments
	Flags   []string // as given, without those of the queue and of servers
	CI      bool
	Shards  int
	State   journal.State
}

// ofQueue are the flags of run that belong to the process that waits for the workers: no worker gets them.
var ofQueue = []string{
	flagQueue, flagQueueWorkers, flagQueueShards, "resume", "host", "allow-remote", "parallel", "root",
}

// ofMerge are the flags of run that report merge has.
var ofMerge = []string{flagGate, flagNoGate, flagBaseline, "format", "full", "quiet", "trace", "html", flagCI}

// sameQueued returns an error if anything differs from when a run in a queue began.
func sameQueued(name string, run *queuedRun, now *journal.State) error {
	all := run.State.Differences(now)
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("--resume: since %s began: %s\nput it back, or run again: a run never mixes two states", name,
		strings.Join(all[:min(len(all), maxNamed)], "; "))
}

// flagsGiven returns the flags of a command line that a run needs to go on.
func flagsGiven(cmd *cobra.Command) []string {
	var flags []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(ofQueue, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, is := f.Value.(pflag.SliceValue); is {
			values = list.GetSlice()
		}
		for _, value := range values {
			if f.Value.Type() == "stringSlice" && strings.ContainsAny(value, ",\"") {
				value = `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
			}
			flags = append(flags, "--"+f.Name+"="+value)
		}
	})
	return flags
}

// argsOfShards returns the arguments of run that a worker runs a shard with.
func (r *queuedRun) argsOfShards() []string {
	args := slices.DeleteFunc(slices.Clone(r.Flags), func(arg string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		return slices.Contains(ofMerge, name)
	})
	args = append(args, fmt.Sprintf("--%s=%t", flagCI, r.CI))
	if len(r.Names) > 0 {
		args = slices.Concat(args, r.Names)
	}
	return args
}

// asQueued sets the flags that the run began with.
func (o *runOptions) asQueued(run *queuedRun) error {
	var was runOptions
	cmd := &cobra.Command{}
	was.flags(cmd)
	if err := cmd.ParseFlags(run.Flags); err != nil {
		return err
	}
	was.names, was.ci, was.saysCI = run.Names, run.CI, true
	was.queue, was.queueWorkers, was.resume = o.queue, o.queueWorkers, o.resume
	was.Hosts, was.AllowRemote, was.Parallel = o.Hosts, o.AllowRemote, o.Parallel
	*o = was
	return nil
}

func readQueued(folder, name string) (*queuedRun, error) {
	text, err := disk.ReadFile(filepath.Join(folder, queuedFile), maxQueued)
	if errors.Is(err, os.ErrNotExist) || name != filepath.Base(folder) {
		return nil, fmt.Errorf("--resume: no run %s is in a queue: there is no folder %s", name, folder)
	}
	run := &queuedRun{}
	if err == nil {
		err = json.Unmarshal(text, run)
	}
	if err != nil {
		return nil, fmt.Errorf("--resume: %s: %w", filepath.Join(folder, queuedFile), err)
	}
	return run, nil
}

func (r *queuedRun) write(folder string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err != nil {
		return err
	}
	return disk.Write(filepath.Join(folder, queuedFile), append(text, '\n'), 0o644)
}
