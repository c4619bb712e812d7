package app

import (
	"fmt"
	"net/http"
	"strings"
)

// ServeHTTP implements http.Handler.
func (d *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect || r.URL.Host != "" {
		d.refuseOther(w, r)
		return
	}
	if header := d.lock.foreign(r); header != "" {
		d.refuseForeign(w, header)
		return
	}
	path, ok := d.lock.unlocked(r.URL.EscapedPath())
	if !ok {
		d.refuseKeyless(w, r)
		return
	}
	driver, worker := d.drivenBy(), ""
	if driver != nil {
		driver.Comes()
		worker, path = cutWorker(path)
	}
	segment, name, rest := cut(path)
	if driver != nil && segment == "" {
		if plain(rest) == controlPath {
			control(driver, w, r)
			return
		}
		name = driver.CaseOf(worker)
		segment = Segment(name)
	}
	g := d.handler(segment, name)
	if g == nil {
		d.refuseUnknown(w, r, segment, rest)
		return
	}
	s := &exchange{handler: g, w: w, r: r, rest: rest, path: plain(rest)}
	s.serve()
}

// refuseForeign answers a request that no program of this run can have sent, such as one of a page in a browser.
func (d *Proxy) refuseForeign(w http.ResponseWriter, header string) {
	d.strange("a request with " + header + " (403): this proxy answers only its own program")
	http.Error(w, "beaver-eval: this proxy answers only its own program", http.StatusForbidden)
}

// refuseKeyless answers a request whose URL does not have the key of this run. A program that builds its own URL learns
// the right prefix; repeated attempts are reported once.
func (d *Proxy) refuseKeyless(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	first := !d.keyless
	d.keyless = true
	d.mu.Unlock()
	const form = "a base URL is OPENAI_BASE_URL as it is, or begins with BEAVER_EVAL_URL: " +
		"http://127.0.0.1:PORT/k/KEY/case/NAME"
	if first {
		path := r.URL.EscapedPath()
		if below, ok := strings.CutPrefix(path, keyPrefix); ok { // a key of another run is not shown either
			_, rest, _ := strings.Cut(below, "/")
			path = keyPrefix + "…/" + rest
		}
		d.strange(fmt.Sprintf("%s %s without the key of this run (404): %s", r.Method, short(path), form))
	}
	http.Error(w, "beaver-eval: this URL does not have the key of this run: "+form, http.StatusNotFound)
}

// refuseUnknown answers a request for a case that is not at work.
func (d *Proxy) refuseUnknown(w http.ResponseWriter, r *http.Request, segment, rest string) {
	d.mu.Lock()
	over := d.known[segment]
	d.mu.Unlock()
	text := "there is no case in this URL: it begins with " + prefix + "NAME"
	switch {
	case over:
		text = "the case " + segment + " is over"
	case segment != "":
		text = "there is no case " + segment
	}
	if !over { // else a program that is being ended sent it
		d.strange(fmt.Sprintf("%s %s (404): %s", r.Method, short(rest), text))
	}
	http.Error(w, "beaver-eval: "+text, http.StatusNotFound)
}

// refuseOther answers a request for another host: nothing leaves this machine.
func (d *Proxy) refuseOther(w http.ResponseWriter, r *http.Request) {
	host := r.Host
	if r.URL.Host != "" {
		host = r.URL.Host
	}
	host = short(host)
	d.whose(r)("a connection to " + host)
	w.Header().Set("Connection", "close") // Node 24 waits for the end of a refused tunnel
	http.Error(w, "beaver-eval: a run has no network access: "+host+" cannot be reached", http.StatusForbidden)
}

// whose returns the function that reports a refusal to a client of the proxy: to the case in the user name, if the
// password is the key. Else its case is unknown, and it is reported once, unless there is no key and a single case.
func (d *Proxy) whose(r *http.Request) (tell func(what string)) {
	segment, password, _ := (&http.Request{Header: http.Header{
		"Authorization": r.Header["Proxy-Authorization"],
	}}).BasicAuth()
	if d.lock.key != "" && !d.lock.isKey(password) {
		return d.strange
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if g := d.handlers[segment]; g != nil {
		return g.Refused
	}
	if g := d.alone(); g != nil && segment == "" && d.driver == nil {
		return g.Refused
	}
	return d.strange
}
