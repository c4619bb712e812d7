package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// entry is the proxy of a suite. It is open as long as a case needs it. With a fixed port, or a process for all cases,
// no URL says which case a request belongs to, so there is one case at a time.
type entry struct {
	setup  Setup
	single bool // one case at a time
	strays strays
	ports  program.Ports
	tree   tree

	alone sync.Mutex // held by the single case
	kept  *kept      // used by the single case; nil: no process lasts
	mu    sync.Mutex
	proxy *Proxy
	users int
}

// tree is the project as copies need it, read once for all cases.
type tree struct {
	setup pipeline.Setup

	mu    sync.Mutex
	whole *program.Tree // nil: not read yet
	large error         // why no case can have a copy
}

// copy copies the project into an empty folder. A *pipeline.KeyError says that the project is too large.
func (t *tree) copy(ctx context.Context, to string) error {
	whole, err := t.read(ctx)
	if err != nil {
		return err
	}
	if err := whole.Copy(ctx, to); err != nil {
		return fmt.Errorf("the copy of the project cannot be made: %w (TMPDIR says where)", err)
	}
	return nil
}

func (t *tree) read(ctx context.Context) (*program.Tree, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.whole != nil || t.large != nil {
		return t.whole, t.large
	}
	whole, err := program.ReadTree(ctx, t.setup.Dir, t.setup.Except...)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		t.large = wrong(err, "isolate")
	default:
		t.whole = whole
	}
	return t.whole, t.large
}

// kept is the process of a suite with keep: suite, and what lasts as long: its folder, and the proxy's address.
type kept struct {
	program *program.Program
	close   []func() error // in the order of opening
}

// newEntry returns the proxy entry for a suite's program in a project. Its key is random in each run, so no page in a
// browser and no other program can be mistaken for the program itself. A fixed port is for clients that take no URL; it
// has the suite's key, if any.
func newEntry(b *Block, at pipeline.Setup) *entry {
	e := &entry{setup: Setup{Address: b.Listen, Key: b.Key, Hosts: b.Hosts}}
	if b.Listen == "" {
		e.setup.Key = rand.Text()
	}
	e.single = b.Listen != "" || b.Keep == program.KeepSuite
	e.setup.Strange = e.strays.add
	e.tree.setup = at
	return e
}

// strays are refused requests that belong to no case. They can be used by many goroutines at once.
type strays struct {
	mu   sync.Mutex
	said []string
}

// add keeps a refused request, each text once.
func (s *strays) add(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.said, what) && len(s.said) < maxProblems {
		s.said = append(s.said, what)
	}
}

// all returns them in the order in which they came.
func (s *strays) all() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.said)
}

// enter opens the proxy if it is not open yet. leave closes it after the last case.
func (e *entry) enter() (d *Proxy, leave func() error, err error) {
	if e.single {
		e.alone.Lock()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.proxy == nil {
		if e.proxy, err = OpenProxy(e.setup); err != nil {
			if e.single {
				e.alone.Unlock()
			}
			return nil, nil, err
		}
	}
	e.users++
	return e.proxy, e.leave, nil
}

// leave ends the use of the proxy by a case.
func (e *entry) leave() error {
	if e.single {
		defer e.alone.Unlock()
	}
	return e.release()
}

// release closes the proxy if nothing else uses it.
func (e *entry) release() (err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.users--; e.users == 0 {
		err, e.proxy = e.proxy.Close(), nil
	}
	return err
}
