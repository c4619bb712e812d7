package touched

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Files are the files of a project at a moment.
type Files struct {
	All  disk.Snapshot
	Code []string // of All: those that may be code of its applications
}

// made holds the digests of a case's inputs and its goldens.
type made struct {
	name      filter.CaseName // as in its file
	inputs    string          // digest of the case, its suite, skills, answers, and the root file
	templates *templates      // of the suite
	golden    string          // its path on disk
	goldens   []disk.Stamp    // of the golden, and of each form of it
}

// templates are the templates of a suite; of an application, all files of its code.
type templates struct {
	system  string
	digests map[string]string // by file
	matrix  bool              // calls of a matrix of faults may render any of them
	code    bool              // of an application
}

func templatesOf(s *project.Suite, files Files) (*templates, error) {
	all := &templates{system: s.System, matrix: s.HasMatrix(), code: s.IsApplication()}
	if !all.code {
		var err error
		all.digests, err = s.TemplateDigests()
		return all, err
	}
	p := s.Project()
	all.digests = map[string]string{}
	for _, name := range files.Code {
		if stamp, exists := files.All[name]; exists {
			all.digests[p.Named(name)] = fmt.Sprint(stamp)
		}
	}
	return all, nil
}

// holdAgainst records the golden of a case and its forms on disk.
func (m *made) holdAgainst(s *project.Suite, files disk.Snapshot) {
	p, name := s.Project(), fixtures.FileName(m.name.ID)
	m.golden = p.OnDisk(p.Store().Path(s.Name, name))
	m.goldens = []disk.Stamp{files[m.golden]}
	if s.Packed() { // another golden there runs the case too
		m.goldens = append(m.goldens, files[p.OnDisk(path.Join(p.Goldens, s.Name, packed.FileName))])
	}
	for _, form := range wire.Forms() {
		m.goldens = append(m.goldens, files[p.OnDisk(p.Store().FormPath(s.Name, name, form))])
	}
}

// digest returns the digest of some texts in order.
func digest(texts ...[]byte) string {
	h := sha256.New()
	for _, text := range texts {
		sum := sha256.Sum256(text)
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
