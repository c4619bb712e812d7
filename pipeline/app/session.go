package app

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// session is what the turns of a case have in common.
type session struct {
	block *Block
	rules []rule
	store *Store
	limit time.Duration // of a turn

	providers *http.Client             // who are asked where requests are passed on
	shown     func(text string) string // see Proxy.Shown; nil: nothing came in at a proxy

	mu   sync.Mutex
	seen map[string]int                 // how many requests of a digest there were
	said map[string]pipeline.TextSource // by the user, so far
}

func newSession(b *Block, rules []rule) *session {
	return &session{block: b, rules: rules, store: NewStore(), seen: map[string]int{}, limit: b.limit(false)}
}

// passing is the session of a case whose requests may be passed on to providers.
func (d *session) passing(at pipeline.Setup) *session {
	d.limit, d.providers = d.block.limit(at.Passes), newProviders()
	return d
}

// at is the session of a case whose program is at a proxy.
func (d *session) at(of *Proxy) *session {
	d.shown = of.Shown
	return d
}

// seed is another text for each request of the case, made of what it says and of how often it was said.
func (d *session) seed(digest string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen[digest]++
	return digest[:12] + "-" + strconv.Itoa(d.seen[digest])
}

// together reports whether the requests of a stage are asked side by side.
func (d *session) together(stage string) bool { return together(d.rules, stage) }
