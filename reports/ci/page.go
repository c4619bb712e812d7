package ci

import (
	"fmt"
	"strings"
)

// mostPage is the most bytes of a page, less than 64 KB, GitHub's limit for comments.
const mostPage = 63_000

// promised is the size in bytes guaranteed to every section, however long those before it are.
const promised = 6144

// section is a part of a page. It is cut between its entries, never inside one.
type section struct {
	what    string // the kind of entries, in words
	head    string
	entries []string
	foot    string
	most    int // the most bytes, however much room there is; 0: no own limit
	more    int // entries not kept
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

// render returns the section in so many bytes: the whole section, or as much as fits and a line that says how much is
// left out.
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

// page joins sections. Each may use all space not guaranteed to later ones.
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
