package changes

import (
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/jsontext"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

type changesJSON struct {
	Groups  []groupJSON `json:"groups"`
	New     countJSON   `json:"new"`
	Missing countJSON   `json:"missing"`
	Forms   int         `json:"forms"`

	Base string `json:"base,omitempty"` // the commit with which goldens were compared

	TokenCounts trace.Calibration `json:"token_counts"` // by which tokens, which are estimates, are scaled

	Conflicted *conflictedJSON `json:"conflicted,omitempty"` // goldens that hold merge conflicts
}

type conflictedJSON struct {
	countJSON
	Sides []sideJSON `json:"sides"`
}

type sideJSON struct {
	Side   string      `json:"side"` // ours, theirs
	Label  string      `json:"label"`
	Groups []groupJSON `json:"groups"`
}

type countJSON struct {
	Calls int `json:"calls"`
	Cases int `json:"cases"`
}

type groupJSON struct {
	ID     string      `json:"id"`
	Kind   string      `json:"kind"` // of the source: template, skill, …
	Source string      `json:"source"`
	Define string      `json:"define"`
	Change string      `json:"change"`
	Title  string      `json:"title"`
	Hunks  []hunkJSON  `json:"hunks"`
	Edits  int         `json:"edits"` // distinct ones; hunks are the first of them
	Reach  []reachJSON `json:"reach"`
	Stage  string      `json:"stage"` // names joined by commas
	Calls  int         `json:"calls"`
	Cases  int         `json:"cases"`
	Tokens int         `json:"tokens"`
	First  []string    `json:"first"` // suite/case/path
}

type hunkJSON struct {
	Before string `json:"before"`
	After  string `json:"after"`
	Calls  int    `json:"calls"`

	Members []memberJSON `json:"members,omitempty"`
}

// memberJSON is a value of a JSON payload that differs: before and after are JSON, empty where there is none.
type memberJSON struct {
	Path   string `json:"path"`
	Before string `json:"before"`
	After  string `json:"after"`
}

type reachJSON struct {
	Stage   string `json:"stage"`
	Message int    `json:"message"`
	Section string `json:"section"`
	Tool    string `json:"tool,omitempty"`
	Calls   int    `json:"calls"`
	Cases   int    `json:"cases"`
}

// WriteJSON prints the changes as one JSON object.
func (c *Changes) WriteJSON(w io.Writer) error {
	all := changesJSON{Groups: groupsOf(c), New: countJSON(c.New), Missing: countJSON(c.Missing), Forms: c.Forms,
		Base: c.Base, TokenCounts: c.Counts}
	if c.Conflicted.Calls+len(c.Sides) > 0 {
		all.Conflicted = &conflictedJSON{countJSON(c.Conflicted), []sideJSON{}}
		for _, side := range c.Sides {
			all.Conflicted.Sides = append(all.Conflicted.Sides, sideJSON{side.Name, side.Label, groupsOf(side.Changes)})
		}
	}
	return jsontext.Write(w, all)
}

func groupsOf(c *Changes) []groupJSON {
	groups := []groupJSON{}
	for i := range c.Groups {
		groups = append(groups, jsonOf(&c.Groups[i]))
	}
	return groups
}

func jsonOf(g *edit.Group) groupJSON {
	j := groupJSON{
		ID: g.ID, Kind: string(g.Source.Kind), Source: g.Source.Name, Define: g.Source.Define, Change: string(g.Kind),
		Title: cells.Heading(g), Hunks: []hunkJSON{}, Edits: g.Edits, Reach: []reachJSON{},
		Stage: strings.Join(g.Stages, ","), Calls: g.Calls, Cases: g.Cases, Tokens: g.Tokens,
	}
	j.First, _ = cells.Calls(g)
	for _, e := range cells.LineEdits(g) {
		h := hunkJSON{Before: e.Before + e.Old + e.After, After: e.Before + e.New + e.After, Calls: e.Calls}
		for _, m := range e.Members {
			h.Members = append(h.Members, memberJSON(m))
		}
		j.Hunks = append(j.Hunks, h)
	}
	for _, r := range g.Reach {
		j.Reach = append(j.Reach, reachJSON{r.Stage, r.Message, r.Section, r.Tool, r.Calls, r.Cases})
	}
	return j
}
