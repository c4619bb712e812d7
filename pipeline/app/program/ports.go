package program

import (
	"net"
	"sync"
)

// Ports allocates ports to services so that no two that run concurrently share one. It is safe for several goroutines;
// the zero value has allocated none.
type Ports struct {
	mu    sync.Mutex
	taken map[int]bool
}

// take returns a loopback port that nobody listens on.
func (p *Ports) take() (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return 0, err
		}
		port := l.Addr().(*net.TCPAddr).Port
		l.Close()
		if !p.taken[port] {
			if p.taken == nil {
				p.taken = map[int]bool{}
			}
			p.taken[port] = true
			return port, nil
		}
	}
}

// release frees a port.
func (p *Ports) release(port int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.taken, port)
}
