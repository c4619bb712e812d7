package filter

import "errors"

// CaseSearch looks for the cases that a filter chooses. An entry that matches nothing is a mistake, and so is a filter
// whose kinds match cases separately but no case together.
type CaseSearch struct {
	of                           *Cases
	names, globs, tags, keywords *Globs
	chosen                       int
}

// Search begins a search for the cases of a filter.
func (c *Cases) Search() *CaseSearch {
	return &CaseSearch{
		of: c, names: New(c.Names), globs: New(c.Globs), tags: New(c.Tags), keywords: New(c.Keywords),
	}
}

// See looks at a case.
func (s *CaseSearch) See(suite, id string, tags []string) {
	s.names.SeeCase(suite, id)
	s.globs.SeeCase(suite, id)
	s.tags.seeTags(tags)
	s.keywords.seeKeyword(id)
	if s.of.Has(suite, id, tags) {
		s.chosen++
	}
}

// Done reports whether every entry has found something.
func (s *CaseSearch) Done() bool {
	return s.names.Done() && s.globs.Done() && s.tags.Done() && s.keywords.Done() &&
		(s.chosen > 0 || s.of.All())
}

// Chosen returns how many of the cases seen were chosen.
func (s *CaseSearch) Chosen() int { return s.chosen }

// Err names the first entry of each kind that found nothing, with the nearest name. what describes the searched set:
// "no case", "no case of the run". Choosing none of Only is no mistake.
func (s *CaseSearch) Err(what string) error {
	err := errors.Join(
		s.names.caseErr("CASE", what+" matches"), s.globs.caseErr("--case", what+" matches --case"),
		s.tags.Err(what+" has a tag that matches --tag"), s.keywords.Err(what+" has an id that contains -k"))
	if err == nil && s.chosen == 0 && s.of.Only == nil && !s.of.All() {
		return errors.New(what + " matches all of these filters at once")
	}
	return err
}
