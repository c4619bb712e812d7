package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/journal"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Queue has the shards of a run run by workers. It returns when each shard has its folder, or the file of its end,
// below Queued.Folder.
type Queue func(ctx context.Context, q Queued) error

// Queued is a run whose shards others run.
type Queued struct {
	Name    string   // of the run
	Folder  string   // gets for each shard K its folder K-of-N, or a file K-of-N.lost that says why it could not be run
	Root    string   // the project
	Reports string   // the folder of the project's reports, relative to Root; a shard leaves shards/K-of-N in it
	Files   []string // that the shards read, relative to Root, with slashes, sorted
	Shards  int      // N
	Args    []string // of the verb run that runs a shard, without --shard and the flags of servers
	Model   string   // that servers answer with; empty: the cases have the answers
	Servers []string // flags of the servers that workers of this machine ask
	URL     string   // of the queue; empty: one inside this process
	Workers int      // of this machine, for a queue inside this process; 0: as many as suit it
	Tell    func(lines string)
}

// How many cases a shard has by default, so that it takes seconds: applications are slow, and models slower.
const (
	casesOfShard = 1000
	appsOfShard  = 50
	liveOfShard  = 10

	// Each shard reads the whole project, which costs a twentieth of its replay.
	mostReplayed = 64
)

// takesQueue reports whether the run goes through a queue. Without one, asking for it is an error that says where to
// get it.
func (a *app) takesQueue(o runOptions, queue Queue) (bool, error) {
	asked := o.queue != "" || o.queueWorkers != 0 || o.queueShards != 0
	switch {
	case queue == nil && asked:
		return false, errors.New("this program has no queue; beaver-eval-queue is the same one with NATS JetStream: " +
			"`make build-queue` in its repository builds it, then `beaver-eval-queue run --queue …`; --shard and " +
			"`report merge` need no queue (docs/many-machines.md)")
	case queue == nil, !asked && a.runsHere(o):
		return false, nil
	case o.part != "" || o.byTime != "":
		return false, errors.New("--queue excludes --shard and --shard-by-time: it divides the cases itself")
	case o.queueWorkers < 0 || o.queueShards < 0:
		return false, errors.New("--queue-workers and --queue-shards: want 1 or more")
	case o.most > 0:
		return false, errors.New("--queue excludes --max-failures: each shard would count for itself")
	case o.queue != "" && o.queue != embedded && (o.queueWorkers > 0 || o.Hosts != ""):
		return false, errors.New("--queue-workers and --host go with --queue embedded: elsewhere, beaver-eval-queue " +
			"worker says how many there are, and which servers each one asks")
	}
	return true, o.checkDivisible(flagQueue)
}

// runsHere reports whether a run is one that no queue can have.
func (a *app) runsHere(o runOptions) bool {
	return o.part != "" || o.watch || o.twice || o.demo || o.resume != "" && !a.isQueued(o.resume)
}

// isQueued reports whether a run that has not ended is one in a queue.
func (a *app) isQueued(name string) bool {
	p, err := project.Find(".", a.Root)
	if err != nil || p.Dir == "" {
		return false
	}
	_, err = os.Stat(filepath.Join(p.OnDisk(p.Reports), queuedDir, name, queuedFile))
	return err == nil
}

// runQueued has the shards of the run run by workers, and merges them.
func (a *app) runQueued(ctx context.Context, cmd *cobra.Command, o runOptions, queue Queue) error {
	j, q, run, err := a.openQueued(ctx, cmd, o)
	defer j.release()
	if err != nil {
		return err
	}
	lock, err := disk.TryLock(filepath.Join(q.Folder, disk.LockName), "run")
	if err != nil {
		return err
	}
	a.Queued = true
	err = queue(ctx, q)
	if err == nil {
		err = a.mergeQueued(ctx, q, run)
	}
	if a.Kept {
		err = errors.Join(err, lock.Release(), os.RemoveAll(q.Folder))
		_ = os.Remove(filepath.Dir(q.Folder)) // unless other runs are there
		return err
	}
	a.Notice(fmt.Sprintf("what has ended is kept: `beaver-eval-queue run --resume %s%s` continues", q.Name,
		a.Screen.Mask(queueFlag(o.queue))))
	return errors.Join(err, lock.Release())
}

func queueFlag(url string) string {
	if url == "" {
		return ""
	}
	return " --queue " + console.Quoted(url)
}

// openQueued reads the project, and makes the folder of the run, or finds that of --resume.
func (a *app) openQueued(ctx context.Context, cmd *cobra.Command, o runOptions) (*job, Queued, *queuedRun, error) {
	run := &queuedRun{Started: time.Now(), Names: o.names, Flags: flagsGiven(cmd), Shards: o.queueShards}
	q := Queued{Name: cmp.Or(o.resume, stored.RunName(run.Started)), URL: o.queue, Workers: o.queueWorkers,
		Servers: o.flagsOfServers(), Tell: a.Notice}
	if q.URL == embedded {
		q.URL = ""
	}
	p, err := a.Project()
	if err != nil {
		return nil, q, nil, err
	}
	q.Folder = filepath.Join(p.OnDisk(p.Reports), queuedDir, q.Name)
	if o.resume != "" {
		if run, err = readQueued(q.Folder, o.resume); err == nil {
			err = o.asQueued(run)
		}
		if err != nil {
			return nil, q, nil, err
		}
	}
	j, err := a.loadQueued(ctx, &o)
	if err != nil {
		return j, q, nil, err
	}
	state, err := a.stateOfShards(ctx, j, o)
	if err == nil && o.resume != "" {
		err = sameQueued(o.resume, run, state)
	}
	if err == nil {
		q.Root, q.Reports, q.Model = p.Dir, p.Reports, o.Model
		q.Files, err = filesOf(state)
	}
	if err != nil {
		return j, q, nil, err
	}
	run.State, run.CI = *state, j.ci
	run.Shards = cmp.Or(run.Shards, shardsOf(j, o))
	q.Shards, q.Args = run.Shards, run.argsOfShards()
	return j, q, run, run.write(q.Folder)
}

// loadQueued reads the project and checks what the run is asked for, as far as that needs no server.
func (a *app) loadQueued(ctx context.Context, o *runOptions) (*job, error) {
	now := *o
	now.resume = ""
	j, err := a.loadJob(ctx, &now)
	if err != nil {
		return j, err
	}
	if len(o.prompts) > 0 {
		here, err := os.Getwd()
		if root, _ := filepath.Abs(j.project.Dir); err == nil && root != here {
			err = fmt.Errorf("--queue and --prompts: run it in %s, where the workers run it", root)
		}
		if err != nil {
			return j, err
		}
	}
	now.shard = &filter.Shard{K: 1, N: 1}
	if err = errors.Join(j.checkWritable(now), now.checkDivided(j.suites)); err != nil {
		return j, err
	}
	j.gates, err = a.openGates(ctx, j.project, j.suites, j.left.goldens, *o, j.ci)
	return j, err
}

// stateOfShards returns what each shard depends on.
func (a *app) stateOfShards(ctx context.Context, j *job, o runOptions) (*journal.State, error) {
	o.gates, o.noGates, o.baseline = nil, nil, ""
	return a.state(ctx, j.project, &j.choice.filter, &gates{}, o, j.ci)
}

// filesOf returns the files that a state depends on. They have to lie in the project's folder, which alone is sent.
func filesOf(s *journal.State) ([]string, error) {
	files := slices.Concat(slices.Collect(maps.Keys(s.Data)), slices.Collect(maps.Keys(s.Code)))
	slices.Sort(files)
	files = slices.Compact(files)
	for _, name := range files {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("--queue: %s lies outside of the project's folder, and only that is sent to "+
				"workers: move it there, or move beaver-eval.yaml up", name)
		}
	}
	return files, nil
}

// shardsOf returns into how many shards a run is divided, so that each takes seconds.
func shardsOf(j *job, o runOptions) int {
	replayed, slow := 0, 0
	for _, s := range j.suites {
		cases := s.Len() * max(1, o.repeat)
		switch {
		case o.live():
			slow += (cases + liveOfShard - 1) / liveOfShard
		case s.IsApplication():
			slow += (cases + appsOfShard - 1) / appsOfShard
		default:
			replayed += (cases + casesOfShard - 1) / casesOfShard
		}
	}
	return min(max(slow+min(replayed, mostReplayed), o.queueWorkers, 1), filter.MostShards)
}

// flagsOfServers returns the flags that name the servers.
func (o *runOptions) flagsOfServers() []string {
	if o.Hosts == "" && !o.AllowRemote && o.Parallel == 1 {
		return nil
	}
	return []string{"--host=" + o.Hosts, fmt.Sprintf("--allow-remote=%t", o.AllowRemote),
		fmt.Sprintf("--parallel=%d", o.Parallel)}
}

// mergeQueued makes the run of the shards that its folder has.
func (a *app) mergeQueued(ctx context.Context, q Queued, run *queuedRun) error {
	var was, o runOptions
	cmd := &cobra.Command{}
	was.flags(cmd)
	if err := cmd.ParseFlags(run.Flags); err != nil {
		return err
	}
	o.flags(&cobra.Command{}) // the defaults
	o.format, o.full, o.quiet, o.trace, o.html = was.format, was.full, was.quiet, was.trace, was.html
	o.gates, o.noGates, o.baseline = was.gates, was.noGates, was.baseline
	var folders []string
	lost := map[int]string{}
	for k := 1; k <= q.Shards; k++ {
		s := stored.Shard{K: k, N: q.Shards}
		folder := filepath.Join(q.Folder, s.Folder())
		words, err := disk.ReadFile(folder+lostEnd, maxQueued)
		switch {
		case err == nil:
			lost[k] = strings.TrimSpace(string(words))
		case errors.Is(err, os.ErrNotExist):
			folders = append(folders, folder)
		default:
			return err
		}
	}
	if len(folders) == 0 {
		return fmt.Errorf("no shard could be run; the first one: %s", lost[1])
	}
	return a.merge(ctx, o, folders, lost, run.Started)
}
