package server

// watched returns how hosts are looked at.
func (p *pool) watched() Watch {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.watch
}

// doubts returns how to find out whether a host is ready; without Ready it is.
func (p *pool) doubts(h *Host) Watch {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !h.unsure {
		return Watch{}
	}
	return p.watch
}

// trust notes that a host is ready.
func (p *pool) trust(h *Host) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h.unsure = false
	p.serve()
}
