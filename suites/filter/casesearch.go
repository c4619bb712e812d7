package filter

import "errors"

// CaseSearch looks for the cases that a choice means. Each entry that finds nothing is a mistake, and so is a choice
// whose entries find cases and no case that all kinds of filters choose.
type CaseSearch struct {
	of                           *Cases
	names, globs, tags, keywords *Globs
	chosen                       int
}

// Search begins a search for the cases of a choice.
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

// Done reports whether nothing is left to look for.
func (s *CaseSearch) Done() bool {
	return s.names.Done() && s.globs.Done() && s.tags.Done() && s.keywords.Done() &&
		(s.chosen > 0 || s.of.All())
}

// Chosen returns how many of the cases that were seen are chosen.
func (s *CaseSearch) Chosen() int { return s.chosen }

// Err names the first entry of each kind that has found nothing, with what it was perhaps meant to find. what is what
// was looked through: "no case", "no case of the run". That none of Only is left is no mistake.
func (s *CaseSearch) Err(what string) error {
	err := errors.Join(
		s.names.caseErr(what+" matches"), s.globs.caseErr(what+" matches --case"),
		s.tags.Err(what+" has a tag that matches --tag"), s.keywords.Err(what+" has an id that contains -k"))
	if err == nil && s.chosen == 0 && s.of.Only == nil && !s.of.All() {
		return errors.New(what + " matches all of these filters at once")
	}
	return err
}
