package skills

import (
	"fmt"
	"strings"
)

// add puts a skill into the library; Load documents what happens if its name is taken.
func (l *loader) add(s *Skill) {
	key := s.Name
	if l.policy == Lenient {
		key = strings.ToLower(key)
	}
	n, taken := l.names[key]
	if !taken {
		l.names[key] = &name{at: len(l.Skills), skills: []*Skill{s}}
		l.Skills = append(l.Skills, s)
		return
	}
	if len(n.skills) == 1 {
		l.order = append(l.order, n)
	}
	n.skills = append(n.skills, s)
	if l.policy == Strict {
		s, l.Skills[n.at] = l.Skills[n.at], s
	}
	l.Shadowed = append(l.Shadowed, s)
}

// nameDuplicates adds a problem for every skill whose name is not unique.
func (l *loader) nameDuplicates() {
	for _, n := range l.order {
		winner := l.Skills[n.at]
		for _, s := range n.skills {
			p := Problem{Path: s.path(), Kind: KindDuplicate, Source: s.From.Source}
			switch {
			case s == winner:
				p.Detail = fmt.Sprintf("kept: the name %q stands in %s", clip(s.Name),
					count(len(n.skills)-1, "other file"))
			case s.Name == winner.Name:
				p.Detail = fmt.Sprintf("dropped: the name %q is that of %s", clip(s.Name),
					winner.path())
				p.Dropped = true
			default:
				p.Detail = fmt.Sprintf("dropped: the name %q differs in case only from %q of %s",
					clip(s.Name), clip(winner.Name), winner.path())
				p.Dropped = true
			}
			l.Problems = append(l.Problems, p)
		}
	}
}

// nameRules returns how a name breaks the rules for names of skills. These are only warnings.
func nameRules(name, folder string) []string {
	var all []string
	if folder != "" && name != folder {
		all = append(all, fmt.Sprintf("the name %q differs from the folder", clip(name)))
	}
	if n := len([]rune(name)); n > 64 {
		all = append(all, fmt.Sprintf("the name has %d characters, more than 64", n))
	}
	if strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') &&
			(r < 'a' || r > 'z')
	}) {
		all = append(all, fmt.Sprintf("the name %q has other characters than a-z, 0-9 and -", clip(name)))
	}
	if strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") || strings.Contains(name, "--") {
		all = append(all, fmt.Sprintf("the name %q begins or ends with a hyphen, or has two in a row", clip(name)))
	}
	return all
}
