package review

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// OrphanKind says what kind of file an orphan is.
type OrphanKind string

// The kinds of orphans.
const (
	OrphanGolden    OrphanKind = "golden"
	OrphanPacked    OrphanKind = "file of packed goldens"
	OrphanForm      OrphanKind = "form"    // a golden in a wire form
	OrphanPending   OrphanKind = "pending" // changes under review, of a golden or of a form
	OrphanRecording OrphanKind = "recording"
	OrphanCase      OrphanKind = "case" // a file with cases
)

// Orphan is a file below the goldens or the fixtures that no suite claims.
type Orphan struct {
	Kind  OrphanKind `json:"kind"`
	File  string     `json:"file"`
	Calls int        `json:"calls,omitempty"` // of a golden
}

// Removable reports whether accept removes such a file. A case or a recording cannot be recreated.
func (o Orphan) Removable() bool { return o.Kind != OrphanCase && o.Kind != OrphanRecording }

// sortOrphans sorts by folder, then by file.
func sortOrphans(all []Orphan) {
	slices.SortFunc(all, func(a, b Orphan) int {
		return cmp.Or(cmp.Compare(path.Dir(a.File), path.Dir(b.File)), cmp.Compare(a.File, b.File))
	})
}

// GoldenOrphans returns the orphans in the folder of a suite, at any depth. Goldens compared with a log of requests are
// none: only the log knows its cases. Nor are single cases of packed goldens.
func GoldenOrphans(ctx context.Context, s *project.Suite, of names) ([]Orphan, error) {
	p := s.Project()
	dir := path.Join(p.Goldens, s.Name)
	return orphansBelow(ctx, p, dir, func(file string) bool {
		if packed.Is(file) {
			return s.Packed() && path.Dir(file) == dir
		}
		return path.Dir(file) == dir && (claimsFile(of, path.Base(file)) || p.Store().IsFromLog(file))
	})
}

// LooseOrphans returns the orphans among the goldens outside the folders of suites.
func LooseOrphans(ctx context.Context, p *project.Project, c *Claims) ([]Orphan, error) {
	return orphansBelow(ctx, p, p.Goldens, func(file string) bool {
		suite, _, below := strings.Cut(strings.TrimPrefix(file, p.Goldens+"/"), "/")
		_, known := c.Goldens[suite]
		return below && known
	})
}

func orphansBelow(ctx context.Context, p *project.Project, dir string, claimed func(file string) bool) (all []Orphan,
	err error) {
	err = disk.EachFile(ctx, p.FS, dir, func(file string) error {
		ext := path.Ext(file)
		if ext != ".yaml" && ext != ".yml" && ext != ".json" && !packed.Is(file) || claimed(file) {
			return nil
		}
		if o, ours := orphanAt(p, file); ours {
			all = append(all, o)
		}
		return nil
	})
	sortOrphans(all)
	return all, err
}

// claimsFile reports whether a file of a suite's folder is one of a case: its golden, the same in a form, changes of
// either.
func claimsFile(of names, base string) bool {
	if name, form := strings.CutSuffix(base, ".pending.json"); form {
		return of.Has(name)
	}
	if name, form := strings.CutSuffix(base, ".json"); form {
		// a form that its case no longer names is reported with the case
		return of.Has(strings.TrimSuffix(name, path.Ext(name)))
	}
	name, yaml := strings.CutSuffix(base, ".yaml")
	return yaml && of.Has(strings.TrimSuffix(name, ".pending"))
}

// orphanAt determines the kind of an unclaimed file among the goldens by its header. An unreadable file counts as ours.
func orphanAt(p *project.Project, file string) (o Orphan, ours bool) {
	o = Orphan{Kind: OrphanGolden, File: file}
	if packed.Is(file) {
		if o.Kind = OrphanPacked; path.Base(file) == packed.WaitingName {
			o.Kind = OrphanPending
		}
		return o, true
	}
	data, err := p.Store().Read(file)
	if err != nil {
		return o, true
	}
	if path.Ext(file) == ".json" {
		return formOrphan(file, data)
	}
	f, err := goldens.Read(file, data)
	if err != nil { // a suite's folder holds nothing else
		return o, bytes.HasPrefix(data, []byte("golden:")) || path.Dir(path.Dir(file)) == p.Goldens
	}
	if f.Pending != nil {
		o.Kind = OrphanPending
	}
	o.Calls = len(f.Calls)
	return o, true
}

func formOrphan(file string, data []byte) (o Orphan, ours bool) {
	o = Orphan{Kind: OrphanForm, File: file}
	var f formFile
	if err := json.Unmarshal(data, &f); err != nil {
		return o, bytes.HasPrefix(data, []byte("{\n  \"golden\":"))
	}
	if f.Pending != nil {
		o.Kind = OrphanPending
	}
	return o, f.Golden != 0 && f.Form != ""
}

// FixtureOrphans returns the recordings that no case has and the files with cases that no suite names.
func FixtureOrphans(ctx context.Context, p *project.Project, c *Claims) (all []Orphan, err error) {
	recordings, skills := path.Join(p.Fixtures, "recordings"), path.Join(p.Fixtures, "skills")
	err = disk.EachFile(ctx, p.FS, p.Fixtures, func(file string) error {
		_, claimed := c.files[file]
		switch {
		case claimed || project.Within(file, skills) || !fixtures.IsCaseFile(file):
		case project.Within(file, recordings):
			if path.Ext(file) == ".jsonl" && !c.recording(file) {
				all = append(all, Orphan{Kind: OrphanRecording, File: file})
			}
		case isRecording(p, file):
			all = append(all, Orphan{Kind: OrphanRecording, File: file})
		default:
			all = append(all, Orphan{Kind: OrphanCase, File: file})
		}
		return nil
	})
	sortOrphans(all)
	return all, err
}

// isRecording recognizes a recording by its first line.
func isRecording(p *project.Project, file string) bool {
	f, err := p.FS.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	return model.IsRecording(f)
}
