package page_test

import (
	"slices"
	"testing"
)

// TestPage opens pages in one browser.
func TestPage(t *testing.T) {
	b := startBrowser(t)
	t.Run("problems", func(t *testing.T) { noticesProblems(t, b) })
	t.Run("as-accepted", func(t *testing.T) { asAccepted(t, b) })
	t.Run("everything", func(t *testing.T) { showsEverything(t, b) })
	t.Run("hostile", func(t *testing.T) { isInert(t, b) })
}

// asAccepted: a run without edits or failures has all views; what there is nothing of says so.
func asAccepted(t *testing.T, b browser) {
	p := b.open(t, starter(t).page())
	t.Log(kinds(p.crawl(1000)))
}

func showsEverything(t *testing.T, b browser) {
	p := b.open(t, everything(t).page())
	t.Log(kinds(p.crawl(1000)))
	for _, s := range []size{{1440, 1000}, {800, 1000}, {400, 800}} {
		p.resize(s)
		for _, link := range slices.Sorted(slices.Values(p.look().Links)) {
			_ = link
		}
	}
}
