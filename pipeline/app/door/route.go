package door

import "net/http"

// ServeHTTP implements http.Handler.
func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect || r.URL.Host != "" {
		d.refuseOther(w, r)
		return
	}
	segment, name, rest := cut(r.URL.EscapedPath())
	g := d.guest(segment, name)
	if g == nil {
		d.refuseUnknown(w, segment)
		return
	}
	s := &stay{guest: g, w: w, r: r, rest: rest, path: plain(rest)}
	s.serve()
}

// refuseUnknown answers a request that belongs to no case that is at work.
func (d *Door) refuseUnknown(w http.ResponseWriter, segment string) {
	d.mu.Lock()
	over := d.known[segment]
	d.mu.Unlock()
	text := "beaver-eval: there is no case in this URL: it begins with /case/NAME"
	switch {
	case over:
		text = "beaver-eval: the case " + segment + " is over"
	case segment != "":
		text = "beaver-eval: there is no case " + segment
	}
	http.Error(w, text, http.StatusNotFound)
}

// refuseOther answers a request to a proxy: nothing leaves this machine.
func (d *Door) refuseOther(w http.ResponseWriter, r *http.Request) {
	host := r.Host
	if r.URL.Host != "" {
		host = r.URL.Host
	}
	segment := ""
	if user, _, ok := (&http.Request{Header: http.Header{
		"Authorization": r.Header["Proxy-Authorization"],
	}}).BasicAuth(); ok {
		segment = user
	}
	d.whose(segment)("a connection to " + host)
	w.Header().Set("Connection", "close") // Node 24 waits for the end of a tunnel that was refused
	http.Error(w, "beaver-eval: a run has no way out: "+host+" is not reached", http.StatusForbidden)
}

// whose tells of what is refused: the case that a proxy's name names; else who is told of what is of no case; else the
// case that is alone at the door.
func (d *Door) whose(segment string) (tell func(what string)) {
	d.mu.Lock()
	g, strange := d.guests[segment], d.strange
	d.mu.Unlock()
	if g == nil && strange != nil {
		return strange
	}
	if g == nil {
		g = d.guest("", "")
	}
	if g == nil {
		return func(string) {}
	}
	return g.Refused
}
