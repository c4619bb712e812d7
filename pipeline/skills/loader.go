package skills

import (
	"errors"
	"path"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type loader struct {
	Library
	policy Policy
	names  map[string]*name
	order  []*name // names of several skills, ordered by their second skill
}

// name is one name with all the skills that have it.
type name struct {
	at     int // index in Library.Skills
	skills []*Skill
}

func (l *loader) note(at Place, kind, detail string) {
	l.Problems = append(l.Problems, Problem{Path: at.path(), Kind: kind, Detail: detail, Source: at.Source})
}

func (l *loader) drop(at Place, err error) {
	p := Problem{Path: at.path(), Kind: KindUnreadable, Detail: err.Error(), Dropped: true, Source: at.Source}
	var e *Error
	if errors.As(err, &e) {
		p.Kind = e.Kind
	}
	l.Problems = append(l.Problems, p)
}

// folder returns the name of a skill's folder; empty if it has none.
func folder(dir pipeline.SkillDir) string {
	if base := path.Base(dir.Path); base != "." && base != "/" {
		return base
	}
	return ""
}
