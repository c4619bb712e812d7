package suites

import (
	"context"
	"crypto/sha256"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
)

// claims are the names of the cases of a suite, or of a set of recordings, with the forms that they name. Each is a
// hash: a run may have a million.
type claims map[[8]byte]struct{}

func (c claims) add(name string, forms []string) {
	c[nameHash(name)] = struct{}{}
	for _, form := range forms {
		c[nameHash(name+"."+form)] = struct{}{}
	}
}

func (c claims) has(name string) bool {
	_, claimed := c[nameHash(name)]
	return claimed
}

func nameHash(name string) [8]byte {
	sum := sha256.Sum256([]byte(name))
	return [8]byte(sum[:8])
}

// claimed is what all suites of a project claim: goldens by suite, recordings by folder, files with cases.
type claimed struct {
	goldens    map[string]claims
	recordings map[string]claims
	files      map[string]struct{}
}

func newClaimed(all []*Suite) *claimed {
	c := &claimed{goldens: map[string]claims{}, recordings: map[string]claims{}, files: map[string]struct{}{}}
	for _, s := range all {
		c.goldens[s.Name] = nil
		if s.Recordings != "" {
			c.recordings[s.recordingDir()] = claims{}
		}
		for _, file := range s.Sources().Files() {
			c.files[file] = struct{}{}
		}
	}
	return c
}

// add takes a case of a suite.
func (c *claimed) add(s *Suite, id string, forms []string) {
	name := fixtures.FileName(id)
	if c.goldens[s.Name] == nil {
		c.goldens[s.Name] = claims{}
	}
	c.goldens[s.Name].add(name, forms)
	if s.Recordings != "" {
		c.recordings[s.recordingDir()].add(name, nil)
	}
}

// claimsOf reads the cases of all suites.
func claimsOf(ctx context.Context, all []*Suite, systems []string) (*claimed, error) {
	c := newClaimed(all)
	for _, s := range all {
		err := s.EachCase(ctx, systems, func(i Info) error {
			c.add(s, i.Case, i.Forms)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// recording reports whether a case has this recording.
func (c *claimed) recording(file string) bool {
	base := path.Base(file)
	return c.recordings[path.Dir(file)].has(base[:len(base)-len(path.Ext(base))])
}
