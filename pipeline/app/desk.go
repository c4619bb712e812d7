package app

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// desk is what the turns of a case have in common.
type desk struct {
	block *Block
	rules []rule
	store *Store
	limit time.Duration // of a turn

	providers *http.Client             // who are asked where requests are passed on
	shown     func(text string) string // see Proxy.Shown; nil: nothing came in at a door

	mu   sync.Mutex
	seen map[string]int                 // how many requests of a digest there were
	said map[string]pipeline.TextSource // by the user, so far
}

func newDesk(b *Block, rules []rule) *desk {
	return &desk{block: b, rules: rules, store: NewStore(), seen: map[string]int{}, limit: b.limit(false)}
}

// passing is the desk of a case whose requests may be passed on to providers.
func (d *desk) passing(at pipeline.Setup) *desk {
	d.limit, d.providers = d.block.limit(at.Passes), newProviders()
	return d
}

// at is the desk of a case whose program is at a door.
func (d *desk) at(of *Proxy) *desk {
	d.shown = of.Shown
	return d
}

// seed is another text for each request of the case, made of what it says and of how often it was said.
func (d *desk) seed(digest string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen[digest]++
	return digest[:12] + "-" + strconv.Itoa(d.seen[digest])
}

// together reports whether the requests of a stage are asked side by side.
func (d *desk) together(stage string) bool { return together(d.rules, stage) }
