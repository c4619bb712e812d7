package app

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline/app/door"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// entry is the door of a suite. It is open as long as a case needs it. With a port that clients know by heart no URL
// says which case a request belongs to, so there is one case at a time.
type entry struct {
	address string // empty: any port
	ports   program.Ports

	alone sync.Mutex // held by the one case at a fixed port
	mu    sync.Mutex
	door  *door.Door
	users int
}

// enter opens the door where it is not open yet. leave closes it behind the last case.
func (e *entry) enter() (d *door.Door, leave func() error, err error) {
	if e.address != "" {
		e.alone.Lock()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.door == nil {
		if e.door, err = door.Open(e.address); err != nil {
			if e.address != "" {
				e.alone.Unlock()
			}
			return nil, nil, err
		}
	}
	e.users++
	return e.door, e.leave, nil
}

func (e *entry) leave() (err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.users--; e.users == 0 {
		err, e.door = e.door.Close(), nil
	}
	if e.address != "" {
		e.alone.Unlock()
	}
	return err
}
