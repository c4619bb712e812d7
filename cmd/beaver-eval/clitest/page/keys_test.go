package page_test

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp/kb"
)

// at returns the address of the view that is shown, decoded.
func (p *tab) at() string { return eval[string](p, `decodeURIComponent(location.hash || "#/")`) }

// focused returns the text of the element that has the focus, and its place in the list of rows, if it is in one.
func (p *tab) focused() string {
	return eval[string](p, `document.activeElement.textContent.trim()`)
}

// expect fails unless an expression of JavaScript is true.
func (p *tab) expect(what, expression string) {
	p.Helper()
	if !eval[bool](p, "Boolean("+expression+")") {
		p.Errorf("%s; at %s, the focus is on %.60q", what, p.at(), p.focused())
	}
}

// takesKeys presses every key of the page, on a page with an edit and with several cases.
func takesKeys(p *tab) {
	p.visit("#/")
	p.press("?")
	p.expect("? does not show the keys", `document.querySelector("dialog[open]")`)
	p.press("j") // a dialog keeps the keys to itself
	p.press(kb.Escape)
	p.expect("Esc does not close the keys", `!document.querySelector("dialog[open]")`)
	p.press("w")
	p.expect("w does not show white space", `document.querySelector("#spaces[aria-pressed=true]")`)
	p.press("w")
	p.expect("w does not hide white space", `document.querySelector("#spaces[aria-pressed=false]")`)
	for i, link := range eval[[]string](p, `[...document.querySelectorAll("#views a")].map(a => a.getAttribute("href"))`) {
		p.press(fmt.Sprint(i + 1))
		if at := p.at(); at != link {
			p.Errorf("%d leads to %s, want %s", i+1, at, link)
		}
		p.expect("the link of the view is not marked", fmt.Sprintf(
			`document.querySelector("#views [aria-current=page]").getAttribute("href") === %s`, quoted(link)))
		p.expect("the focus is nowhere", `document.querySelector("main").contains(document.activeElement)`)
	}
	listTakesKeys(p)
	editTakesKeys(p)
	searchTakesKeys(p)
}

// listTakesKeys walks through the list of cases, and from case to case.
func listTakesKeys(p *tab) {
	p.visit("#/cases?status=all")
	p.press("g")
	first := p.focused()
	p.press("j")
	second := p.focused()
	if first == second || first == "" {
		p.Errorf("j goes from %q to %q", first, second)
	}
	p.press("k")
	if back := p.focused(); back != first {
		p.Errorf("k goes back to %q, want %q", back, first)
	}
	p.press("G")
	last := p.focused()
	p.press("j")
	if after := p.focused(); after != last || last == second {
		p.Errorf("j behind the last entry %q goes to %q", last, after)
	}
	p.press("g")
	if again := p.focused(); again != first {
		p.Errorf("g goes to %q, want %q", again, first)
	}
	p.press(kb.Enter)
	opened := p.at()
	if !strings.HasPrefix(opened, "#/case/") {
		p.Fatalf("Enter on a case leads to %s", opened)
	}
	p.press("n")
	next := p.at()
	p.press("p")
	if next == opened || p.at() != opened {
		p.Errorf("n and p lead from %s to %s and to %s", opened, next, p.at())
	}
	p.press("j")
	p.press("j")
	p.press(kb.Enter)
	if call := p.at(); strings.Count(call, "/") < 4 {
		p.Errorf("j, j and Enter in a case lead to %s, which is no call", call)
	}
	p.press(kb.Escape)
	p.press(kb.Escape)
	if up := p.at(); !strings.HasPrefix(up, "#/cases") {
		p.Errorf("Esc leads from a case to %s", up)
	}
}

// editTakesKeys opens an edit and leaves it.
func editTakesKeys(p *tab) {
	p.visit("#/changes")
	p.press("j")
	p.press(kb.Enter)
	if at := p.at(); !strings.HasPrefix(at, "#/changes/") {
		p.Errorf("j and Enter on an edit lead to %s", at)
	}
	p.press(kb.Escape)
	if at := p.at(); at != "#/changes" {
		p.Errorf("Esc leads from an edit to %s", at)
	}
}

// searchTakesKeys searches names, then texts.
func searchTakesKeys(p *tab) {
	p.visit("#/")
	p.press("/")
	p.press("wrong")
	p.expect("keys in a field do something else", `document.querySelector("#words").value === "wrong"`)
	if at := p.at(); !strings.Contains(at, "q=wrong") {
		p.Errorf("words lead to %s", at)
	}
	p.expect("a name that has the words is not found", `document.querySelector(".many").textContent.includes("wrong-words")`)
	p.press(kb.Escape)
	p.expect("Esc does not leave the field", `document.activeElement.id !== "words"`)
	p.visit("#/cases?status=all&q=" + "Assess+the+current+user&texts=1")
	p.expect("a text is not found", `document.querySelectorAll(".many .row").length > 3`)
	p.visit("#/cases?status=all&q=nobody+said+this&texts=1")
	p.expect("a text that is nowhere is found", `document.querySelectorAll(".many .row a").length === 0`)
}
