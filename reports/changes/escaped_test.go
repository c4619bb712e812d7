package changes

import "testing"

// A name in a code span is not escaped, and nothing breaks out of one.
func TestEscaped(t *testing.T) {
	for in, want := range map[string]string{
		"":                             "",
		"`a*b[c]<d>|e&f`, 2 * 3":       "`a*b[c]<d>|e&f`, 2 \\* 3",
		"<b> & `x`":                    "&lt;b> &amp; `x`",
		"`a`<img src=x>`b`":            "`a`&lt;img src=x>`b`",
		"``a`<b>``<i>":                 "``a`<b>``&lt;i>",
		"`never <ended>":               "`never &lt;ended>",
		"`` one ` and <two>":           "`` one ` and &lt;two>",
		"\\`<script>`":                 "\\\\`<script>`",
		"`a\\`<b>`":                    "`a\\`&lt;b>`",
		"[link](javascript:x) | a *b*": "\\[link](javascript:x) \\| a \\*b\\*",
	} {
		if got := escaped(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
