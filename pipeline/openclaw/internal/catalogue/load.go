// Package catalogue turns folders of skills into the catalogue that a model sees: it finds and reads skills from six
// sources, drops those that their manifests or the settings forbid here, cuts the rest to a budget, and keeps the
// result as a snapshot for a run. Nothing is dropped silently: every skill is either shown or a Finding (O-10 to O-18).
package catalogue

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Library is the content of a case's folders, usable or not. It is read-only.
type Library struct {
	Entries  []*Entry         // in the catalogue's order; no two have the same name
	Dropped  []Finding        // not loaded, or shadowed
	Warnings []skills.Problem // other problems of loaded files: names against the rules, repairs
}

// KindMetadata is the kind of a warning about unreadable metadata: the skill is used as if it had no requirements.
const KindMetadata = "metadata"

// Load reads the skills of a case (O-10): of two with one name the later source's file, at the earlier one's place.
// Within a source they are ordered by the names of their folders, followed by the source's skills that were found in
// the working folder; those without a source come first, in the case's order.
func Load(dirs []pipeline.SkillDir, s Settings, found ...skills.Place) *Library {
	sorted := slices.Clone(dirs)
	slices.SortStableFunc(sorted, func(a, b pipeline.SkillDir) int {
		if a.Source == "" || a.Source != b.Source {
			return rank(a.Source) - rank(b.Source)
		}
		return slices.CompareFunc(strings.Split(a.Path, "/"), strings.Split(b.Path, "/"), jstext.Compare)
	})
	loaded := map[string]int{}
	var places []skills.Place
	var dropped []Finding
	for _, dir := range sorted {
		place := skills.Place{SkillDir: dir}
		if loaded[dir.Source]++; dir.Source != "" && loaded[dir.Source] > s.Limits.MaxLoaded() {
			dropped = append(dropped, overSource(place, s))
			continue
		}
		places = append(places, place)
	}
	places = append(places, found...)
	slices.SortStableFunc(places, func(a, b skills.Place) int { return rank(a.Source) - rank(b.Source) })
	lib := LoadPlaces(places, s)
	lib.Dropped = append(dropped, lib.Dropped...)
	return lib
}

// rank returns the precedence of a source; -1 for none.
func rank(source string) int { return slices.Index(pipeline.SkillSources(), source) }

func overSource(at skills.Place, s Settings) Finding {
	location := s.location(at)
	return Finding{
		Name: path.Base(path.Dir(location)), Path: s.Shown(location), Source: at.Source, Reason: SourceLimit,
		Detail: fmt.Sprintf("only the first %d skills of a source are loaded", s.Limits.MaxLoaded()),
	}
}

// LoadPlaces reads files in their order, later ones over earlier ones.
func LoadPlaces(places []skills.Place, s Settings) *Library {
	loaded := skills.LoadPlaces(places, skills.Options{Policy: skills.Strict, MaxBytes: s.Limits.MaxBytes()})
	lib := &Library{}
	winners := map[string]string{} // name → location
	for _, skill := range loaded.Skills {
		e, err := s.entry(skill)
		lib.Entries = append(lib.Entries, e)
		if err != nil {
			lib.Warnings = append(lib.Warnings, skills.Problem{
				Path: s.Shown(e.Location), Kind: KindMetadata, Detail: err.Error(), Source: e.Source,
			})
		}
		winners[e.Name] = s.Shown(e.Location)
	}
	for _, p := range loaded.Problems {
		lib.problem(p, s)
	}
	for _, skill := range loaded.Shadowed {
		e, _ := s.entry(skill)
		lib.Dropped = append(lib.Dropped, s.finding(e, Shadowed, "the name is that of "+winners[e.Name]))
	}
	return lib
}

// location returns the absolute path of a file: the case's, below the folder of its source if that is relative.
func (s Settings) location(at skills.Place) string {
	dir := s.Absolute(at.Path)
	if !path.IsAbs(dir) {
		dir = path.Join(s.root(at.Source), dir)
	}
	return path.Join(dir, at.Name())
}

// entry returns a loaded skill; the error says that its metadata is unreadable.
func (s Settings) entry(skill *skills.Skill) (*Entry, error) {
	m := ManifestOf(skill)
	at := skills.Place{SkillDir: skill.From, File: skill.File}
	return &Entry{
		Name: skill.Name, Description: skill.Description, Source: at.Source, Location: s.location(at),
		File: path.Join(at.Path, at.Name()), Body: skill.Body, Metadata: m.Metadata, Invocation: m.Invocation,
		from: at.SkillDir, base: at.Name(),
	}, m.Broken
}

// problem classifies a problem of the loader: a file without a skill, or one that was loaded all the same. A problem of
// two skills with one name belongs to the shadowed one.
func (l *Library) problem(p skills.Problem, s Settings) {
	at := skills.Place{SkillDir: pipeline.SkillDir{Source: p.Source, Path: path.Dir(p.Path)}, File: path.Base(p.Path)}
	location := s.location(at)
	p.Path = s.Shown(location)
	switch {
	case p.Kind == skills.KindDuplicate:
	case p.Dropped:
		l.Dropped = append(l.Dropped, Finding{
			Name: path.Base(path.Dir(location)), Path: p.Path, Source: p.Source, Reason: reasonOf(p.Kind),
			Detail: p.Detail,
		})
	default:
		l.Warnings = append(l.Warnings, p)
	}
}
