package app

import "strings"

// shortFence is the minimum length of a fence in characters.
const shortFence = 3

// fence is a line that can begin or end fenced code.
type fence struct {
	at, end int // as in line

	char byte // ` or ~
	n    int  // how many of them
	bare bool // nothing stands behind them: it can be an end

	ended bool // there is an end of it further on
}

// fencedCode finds the code of a text that stands between fences. A fence without an end is none: a text that was cut
// off keeps its outline.
func fencedCode(text string) spans {
	fences := fencesOf(text)
	markEnded(fences)
	var code spans
	for i := 0; i < len(fences); i++ {
		if begin := fences[i]; begin.ended {
			for i++; !fences[i].ends(begin); i++ {
			}
			code = append(code, span{begin.at, fences[i].end})
		}
	}
	return code
}

func (f fence) ends(begin fence) bool { return f.bare && f.char == begin.char && f.n >= begin.n }

// markEnded says of each fence whether one behind it ends it: a search from each would take the square of the time.
func markEnded(fences []fence) {
	var ticks, tildes int // the longest possible ends from here on
	for i := len(fences) - 1; i >= 0; i-- {
		f, longest := &fences[i], &ticks
		if f.char == '~' {
			longest = &tildes
		}
		f.ended = *longest >= f.n
		if f.bare {
			*longest = max(*longest, f.n)
		}
	}
}

func fencesOf(text string) []fence {
	var fences []fence
	ticks, tildes := finder{text: text, what: "```"}, finder{text: text, what: "~~~"}
	for at := 0; len(fences) < mostMarkers; {
		next := min(ticks.next(at), tildes.next(at))
		if next == len(text) {
			break
		}
		l := lineAt(text, at+strings.LastIndexByte(text[at:next], '\n')+1)
		if f, ok := fenceOf(l); ok {
			fences = append(fences, f)
		}
		at = l.end
	}
	return fences
}

// finder finds a string in a text again and again, ever further on. It looks at no byte twice.
type finder struct {
	text, what string
	found      int // where it is, or the text's end; everything before was asked for
	began      bool
}

// next is where the string is from a byte on, or the text's end.
func (f *finder) next(at int) int {
	if f.began && f.found >= at {
		return f.found
	}
	f.began, f.found = true, len(f.text)
	if n := strings.Index(f.text[at:], f.what); n >= 0 {
		f.found = at + n
	}
	return f.found
}

func fenceOf(l line) (fence, bool) {
	text, ok := unindented(l.text)
	if !ok || len(text) < shortFence || text[0] != '`' && text[0] != '~' {
		return fence{}, false
	}
	f := fence{at: l.at, end: l.end, char: text[0]}
	for f.n < len(text) && text[f.n] == f.char {
		f.n++
	}
	info := text[f.n:]
	f.bare = isBlank(info)
	return f, f.n >= shortFence && (f.char == '~' || !strings.Contains(info, "`"))
}
