package app

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// session is the state that the turns of a case share.
type session struct {
	block *Block
	rules []rule
	store *Store
	limit time.Duration // of a turn

	providers *http.Client             // for requests that are passed on
	shown     func(text string) string // see Proxy.Shown; nil: there is no proxy

	mu    sync.Mutex
	seen  map[string]int                 // number of requests by digest
	said  map[string]pipeline.TextSource // by the user, so far
	given int                            // answers and their tool calls, so far
}

func newSession(b *Block, rules []rule) *session {
	return &session{block: b, rules: rules, store: NewStore(), seen: map[string]int{}, limit: b.limit(false)}
}

// passing returns the session of a case whose requests may be passed on to providers.
func (d *session) passing(at pipeline.Setup) *session {
	d.limit, d.providers = d.block.limit(at.Passes), newForwardClient()
	return d
}

// at returns the session of a case whose program uses a proxy.
func (d *session) at(of *Proxy) *session {
	d.shown = of.Shown
	return d
}

// seed returns a distinct text for each request of the case, made of its digest and how often that was seen.
func (d *session) seed(digest string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen[digest]++
	return digest[:12] + "-" + strconv.Itoa(d.seen[digest])
}

// together reports whether the requests of a stage are sent concurrently.
func (d *session) together(stage string) bool { return together(d.rules, stage) }
