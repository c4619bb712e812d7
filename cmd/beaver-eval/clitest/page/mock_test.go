package page_test

import "testing"

func TestMock(t *testing.T) {
	b := startBrowser(t)
	p := b.open(t, "/work/shared/review2/page/report.html")
	t.Log(eval[string](p, `document.title`))
	p.visit("#/cases")
	t.Log(eval[[]string](p, `[...document.querySelectorAll('a[href]')].map(a=>a.getAttribute('href'))`))
	p.press("/")
	t.Log(eval[string](p, `document.activeElement.outerHTML`))
}
