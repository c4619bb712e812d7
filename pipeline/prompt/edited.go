package prompt

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Edited returns the branches of a file whose own text, condition or define is not as before, in order; all of them if
// there was no file (nil). Line is the first one that is new.
func Edited(name string, before, now []byte) ([]*pipeline.Branch, error) {
	after, err := branchesIn(source{file: name, text: string(now)})
	if err != nil {
		return nil, err
	}
	left, known := map[string]int{}, map[string]bool{} // branches as they were, and their lines
	if before != nil {
		was, err := branchesIn(source{file: name, text: string(before)})
		if err != nil {
			return nil, err
		}
		for n := range was.List {
			left[was.own(n)]++
		}
		for line := range strings.Lines(was.src.text) {
			known[strings.TrimSpace(line)] = true
		}
	}
	lines := strings.Split(after.src.text, "\n")
	var edited []*pipeline.Branch
	for n, b := range after.List {
		if own := after.own(n); left[own] > 0 {
			left[own]--
			continue
		}
		for _, line := range b.Lines {
			if !known[strings.TrimSpace(lines[line-1])] {
				b.Line = line
				break
			}
		}
		edited = append(edited, b)
	}
	return edited, nil
}

// own returns what a branch says by itself, with its define and its condition.
func (b *FileBranches) own(n int) string {
	one := b.List[n]
	return strings.Join([]string{one.Define, one.What, b.texts[n].String()}, "\x00")
}
