package app

import (
	"crypto/rand"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// entry is the proxy of a suite. It is open as long as a case needs it. With a fixed port no URL says which case a
// request belongs to, so there is one case at a time.
type entry struct {
	setup  Setup
	strays strays
	ports  program.Ports
	tree   func() (*program.Tree, error) // of the project, read once, for copies

	alone sync.Mutex // held by the single case at a fixed port
	mu    sync.Mutex
	proxy *Proxy
	users int
}

// newEntry returns the proxy entry for a suite's program in a project. Its key is random in each run, so no page in a
// browser and no other program can be mistaken for the program itself. A fixed port is for clients that take no URL; it
// has the suite's key, if any.
func newEntry(b *Block, at pipeline.Setup) *entry {
	e := &entry{setup: Setup{Address: b.Listen, Key: b.Key, Hosts: b.Hosts}}
	if b.Listen == "" {
		e.setup.Key = rand.Text()
	}
	e.setup.Strange = e.strays.add
	e.tree = sync.OnceValues(func() (*program.Tree, error) { return program.ReadTree(at.Dir, at.Except...) })
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
	if e.setup.Address != "" {
		e.alone.Lock()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.proxy == nil {
		if e.proxy, err = OpenProxy(e.setup); err != nil {
			if e.setup.Address != "" {
				e.alone.Unlock()
			}
			return nil, nil, err
		}
	}
	e.users++
	return e.proxy, e.leave, nil
}

func (e *entry) leave() (err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.users--; e.users == 0 {
		err, e.proxy = e.proxy.Close(), nil
	}
	if e.setup.Address != "" {
		e.alone.Unlock()
	}
	return err
}
