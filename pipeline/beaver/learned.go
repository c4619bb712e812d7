package beaver

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// learnedSkill is a published draft (L-7).
type learnedSkill struct {
	*skill
	text     string   // its SKILL.md
	replaces []string // names; they may have left the library since
}

// with returns the library with learned skills in place of those that they replace, in the order of names. l stays as
// it is, since other cases share it; nil is an empty library.
func (l *library) with(learned []learnedSkill) *library {
	if len(learned) == 0 {
		return l
	}
	own := &library{skills: map[string]*skill{}}
	if l != nil {
		copied := *l
		own = &copied
		own.skills, own.docs = maps.Clone(l.skills), slices.Clone(l.docs)
	}
	for _, s := range learned {
		own.put(s)
	}
	own.digest = l.digestWith(learned)
	return own
}

// put adds a learned skill to a library that nobody else has yet.
func (l *library) put(s learnedSkill) {
	goes := func(name string) bool { return strings.EqualFold(name, s.Name) || slices.Contains(s.replaces, name) }
	l.docs = slices.DeleteFunc(l.docs, func(d retrieval.Document) bool { return goes(d.Name) })
	maps.DeleteFunc(l.skills, func(name string, _ *skill) bool { return goes(name) })
	l.docs = append(l.docs, documentOf(s.Skill))
	sortByName(l.docs)
	l.skills[s.Name] = s.skill
}

// digestWith names the library with learned skills; empty: the library itself has no name.
func (l *library) digestWith(learned []learnedSkill) string {
	h := sha256.New()
	if l != nil {
		if l.digest == "" {
			return ""
		}
		io.WriteString(h, l.digest) // a hash never fails
	}
	for _, s := range learned {
		fmt.Fprintf(h, "\n%q %q %q", s.Name, s.replaces, s.text)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// has reports whether the name of a skill is taken: two names that differ in case only are one, and the router's is
// never free.
func (l *library) has(name string) bool {
	if strings.EqualFold(name, routerSkill) {
		return true
	}
	if l == nil {
		return false
	}
	for known := range l.skills {
		if strings.EqualFold(known, name) {
			return true
		}
	}
	return false
}

const (
	nameLength  = 64 // code points of a learned skill's name
	defaultName = "learned-skill"
)

// slug returns a text as the name of a skill: its words in lower case, joined by hyphens. It may be empty.
func slug(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isOfName(r) })
	return strings.TrimRight(firstRunes(strings.Join(words, "-"), nameLength), "-")
}

// isOfName reports whether a letter can be in the name of a learned skill.
func isOfName(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N) }

// nameOf returns the name under which a draft is published (L-8): that of the skill that it revises; else the one that
// its frontmatter gives, if that is a slug, or one made of the Task's title, with a number if another skill has it.
func (l *library) nameOf(w waitingDraft) string {
	if w.Action == draftRevise {
		return w.About[0]
	}
	name := w.ownName()
	if name == "" || name != slug(name) {
		name = cmp.Or(slug(w.title), defaultName)
	}
	free := func(name string) bool {
		mine := func(about string) bool { return strings.EqualFold(about, name) }
		return slices.ContainsFunc(w.About, mine) || !l.has(name)
	}
	unique := name
	for n := 2; !free(unique); n++ {
		number := fmt.Sprintf("-%d", n)
		unique = firstRunes(name, nameLength-len(number)) + number
	}
	return unique
}

// parsed returns the skill of a SKILL.md, read by the parser that reads files.
func parsed(text, name string) (*skills.Skill, error) {
	s, _, err := skills.Parse([]byte(text), name, skillPolicy)
	if err != nil {
		return nil, err
	}
	return s, nil
}
