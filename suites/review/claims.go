package review

import (
	"context"
	"crypto/sha256"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// names holds hashes of the names of a suite's cases, or of a set of recordings, with their forms: a run may have a
// million.
type names map[[8]byte]struct{}

func (c names) add(name string, forms []string) {
	c[nameHash(name)] = struct{}{}
	for _, form := range forms {
		c[nameHash(name+"."+form)] = struct{}{}
	}
}

func (c names) Has(name string) bool {
	_, claimed := c[nameHash(name)]
	return claimed
}

func nameHash(name string) [8]byte {
	sum := sha256.Sum256([]byte(name))
	return [8]byte(sum[:8])
}

// Claims holds the files that a project's suites claim: goldens by suite, recordings by folder, files with cases or
// embeddings.
type Claims struct {
	Goldens    map[string]names
	recordings map[string]names
	files      map[string]struct{}
}

func NewClaims(all []*project.Suite) *Claims {
	c := &Claims{Goldens: map[string]names{}, recordings: map[string]names{}, files: map[string]struct{}{}}
	for _, s := range all {
		c.Goldens[s.Name] = nil
		if s.Recordings != "" {
			c.recordings[s.RecordingDir()] = names{}
		}
		if s.EmbeddingModel() != "" {
			c.files[s.EmbeddingsFile()] = struct{}{}
		}
		for _, file := range s.Sources().Files() {
			c.files[file] = struct{}{}
		}
	}
	return c
}

// Add adds a case of a suite.
func (c *Claims) Add(s *project.Suite, id string, forms []string) {
	name := fixtures.FileName(id)
	if c.Goldens[s.Name] == nil {
		c.Goldens[s.Name] = names{}
	}
	c.Goldens[s.Name].add(name, forms)
	if s.Recordings != "" {
		c.recordings[s.RecordingDir()].add(name, nil)
	}
}

// ClaimsOf reads the cases of all suites.
func ClaimsOf(ctx context.Context, all []*project.Suite, systems []string) (*Claims, error) {
	c := NewClaims(all)
	return c, c.AddAll(ctx, all, systems)
}

// AddAll adds all cases of suites.
func (c *Claims) AddAll(ctx context.Context, suites []*project.Suite, systems []string) error {
	for _, s := range suites {
		err := s.EachCase(ctx, systems, func(i project.Info) error {
			c.Add(s, i.Case, i.Forms)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// recording reports whether a case has this recording.
func (c *Claims) recording(file string) bool {
	base := path.Base(file)
	return c.recordings[path.Dir(file)].Has(base[:len(base)-len(path.Ext(base))])
}
