package ci

import (
	"fmt"
	"strings"
)

// mostPage is how many bytes a page has at most, less than 64 KB: GitHub takes no longer comment.
const mostPage = 63_000

// promised is how many bytes every section may have, however much those before it have to say.
const promised = 6144

// section is a part of a page. It is cut between its entries, never inside one.
type section struct {
	what    string // its entries are, in words
	head    string
	entries []string
	foot    string
	most    int // bytes of it, however much room there is; 0: as many as there is room for
	more    int // entries that were not even kept
}

// add keeps an entry, unless no page has room for it.
func (s *section) add(entry string) {
	if s.more > 0 || s.size()+len(entry) > mostPage {
		s.more++
		return
	}
	s.entries = append(s.entries, entry)
}

func (s *section) empty() bool { return len(s.entries)+s.more == 0 }

func (s *section) size() int {
	n := len(s.head) + len(s.foot)
	for _, e := range s.entries {
		n += len(e)
	}
	return n
}

// render returns the section in so many bytes: all of it, or what fits and a line that says how much is left out.
func (s *section) render(most int) string {
	if s.empty() {
		return ""
	}
	if s.most > 0 {
		most = min(most, s.most)
	}
	if s.more == 0 && s.size()+1 <= most {
		return s.head + strings.Join(s.entries, "") + s.foot + "\n"
	}
	kept, n := 0, len(s.head)+len(s.foot)+len(s.leftOut(0))
	for _, e := range s.entries {
		if n += len(e); n > most {
			break
		}
		kept++
	}
	if kept == 0 {
		return s.leftOut(0)
	}
	return s.head + strings.Join(s.entries[:kept], "") + s.foot + s.leftOut(kept)
}

func (s *section) leftOut(kept int) string {
	all := len(s.entries) + s.more
	return fmt.Sprintf("\n… %d of %d %s are left out here.\n\n", all-kept, all, s.what)
}

// page puts sections together. Each may use what those behind it are not promised.
func page(first string, sections []*section) string {
	left := mostPage - len(first)
	for _, s := range sections {
		left -= s.promise()
	}
	text := first
	for _, s := range sections {
		left += s.promise()
		part := s.render(left)
		left -= len(part)
		text += part
	}
	return text
}

func (s *section) promise() int {
	if s.empty() {
		return 0
	}
	return min(promised, s.size()+len(s.leftOut(0)))
}
