package project

import (
	"cmp"
	"fmt"
	"regexp"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// Masker masks everything that is written or shown of the project, with the allow list of its root file and the secrets
// of all loaded suites.
func (p *Project) Masker() *secrets.Masker { return cmp.Or(p.shown, p.masker) }

// RootMasker masks with only the allow list of the root file, whatever suites say.
func (p *Project) RootMasker() *secrets.Masker { return p.masker }

// keepMasker adds the secrets of the suites.
func (p *Project) keepMasker(loaded []*Suite) {
	var own []*regexp.Regexp
	for _, s := range loaded {
		own = append(own, s.secrets...)
	}
	p.shown = p.masker.With(own...)
}

// CheckID reports a case's id that looks like a secret. Goldens, recordings and pending files are named by the id, and
// programs find it in their environment and in URLs: nothing can be masked there.
func (s *Suite) CheckID(id string) error {
	found := s.masker.Scan(id)
	if len(found) == 0 {
		return nil
	}
	mask := secrets.Mask(found[0].Kind, id[found[0].Start:found[0].End])
	return fmt.Errorf("the id of the case looks like a secret (%s), and files are named by it: give the case another "+
		"id, or allow it in %s: secrets: {allow: [%s]}", mask, RootFile, mask)
}

// leastKey is the least length of a real key; shorter ones are placeholders, as for a server that wants none.
const leastKey = 16

// readSecrets reads the suite's own secrets and volatile texts.
func (s *Suite) readSecrets(own, scrub *strict.Node) error {
	for i, text := range s.Secrets {
		re, err := secrets.ParseExpression(text)
		if err != nil {
			return own.Items[i].Errorf("secrets: %w", err)
		}
		s.secrets = append(s.secrets, re)
	}
	for _, key := range s.project.Keys {
		if len(key) >= leastKey {
			s.secrets = append(s.secrets, regexp.MustCompile(regexp.QuoteMeta(key)))
		}
	}
	rules := make([]secrets.Scrub, len(s.Scrub))
	for i, r := range s.Scrub {
		var err error
		if rules[i], err = secrets.ParseScrub(r.Match, r.As); err != nil {
			return s.scrubError(scrub, i, err)
		}
	}
	s.masker = s.project.masker.With(s.secrets...).Scrubbing(rules...)
	for i, r := range rules {
		if err := s.masker.Settled(r); err != nil {
			return s.scrubError(scrub, i, err)
		}
	}
	return nil
}

// scrubError returns the error of the i-th rule: those of the system's block come first.
func (s *Suite) scrubError(own *strict.Node, i int, err error) error {
	if s.blockScrub != nil {
		if i < len(s.blockScrub.Items) {
			own = s.blockScrub
		} else {
			i -= len(s.blockScrub.Items)
		}
	}
	return own.Items[i].Errorf("scrub: %w", err)
}
