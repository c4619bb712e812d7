package changes

import (
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// JSON is what `diff --format json` prints.
type JSON struct {
	Groups  []GroupJSON `json:"groups"`
	New     countJSON   `json:"new"`
	Missing countJSON   `json:"missing"`
	Forms   int         `json:"forms"`

	Base string `json:"base,omitempty"` // the commit with which goldens were compared

	TokenCounts trace.Calibration `json:"token_counts"` // scale of tokens, which are estimates

	Conflicted *conflictedJSON `json:"conflicted,omitempty"` // goldens that hold merge conflicts
}

type conflictedJSON struct {
	countJSON
	Sides []sideJSON `json:"sides"`
}

type sideJSON struct {
	Side   string      `json:"side"` // ours, theirs
	Label  string      `json:"label"`
	Groups []GroupJSON `json:"groups"`
}

type countJSON struct {
	Calls int `json:"calls"`
	Cases int `json:"cases"`
}

// GroupJSON is one edit with its reach.
type GroupJSON struct {
	ID     string      `json:"id"`
	Kind   string      `json:"kind"` // of the source: template, skill, …
	Source string      `json:"source"`
	Define string      `json:"define"`
	Change string      `json:"change"`
	Title  string      `json:"title"`
	Path   string      `json:"path,omitempty"` // of the source's file
	Line   int         `json:"line,omitempty"` // of the first edit in it
	Moved  []movedJSON `json:"moved,omitempty"`
	Ranks  []rankJSON  `json:"ranks,omitempty"`      // what became of the skills of a list
	Left   *entryJSON  `json:"entries,omitempty"`    // of a list that entries were left out of
	Same   bool        `json:"same_bytes,omitempty"` // only the section's name differs
	Hunks  []hunkJSON  `json:"hunks"`
	Edits  int         `json:"edits"` // distinct ones; hunks are the first of them
	Reach  []reachJSON `json:"reach"`
	Stage  string      `json:"stage"` // names joined by commas
	Calls  int         `json:"calls"`
	Cases  int         `json:"cases"`
	Tokens int         `json:"tokens"`
	Prefix *prefixJSON `json:"prefix,omitempty"` // of calls whose shared beginning ends elsewhere now
	First  []string    `json:"first"`            // suite/case/path
}

// movedJSON is an old and a new position, from 1; behind is empty for the first position.
type movedJSON struct {
	Section     string `json:"section"`
	From        int    `json:"from"`
	FromOf      int    `json:"from_of"`
	To          int    `json:"to"`
	Of          int    `json:"of"`
	BehindFrom  string `json:"behind_from"`
	BehindTo    string `json:"behind_to"`
	FromMessage int    `json:"from_message,omitempty"`
	Was         string `json:"was,omitempty"`         // its name in that message, where it was another one
	BehindUser  bool   `json:"behind_user,omitempty"` // a template's text now follows the user's own words
}

// prefixJSON is what an edit does to prefixes; more than before, so less than 0 if fewer are sent anew.
type prefixJSON struct {
	Calls    int      `json:"calls"`
	Bytes    int      `json:"bytes_anew"`
	Tokens   int      `json:"tokens_anew"` // estimated
	Money    *float64 `json:"money"`       // null: without prices
	Currency string   `json:"currency,omitempty"`
}

type rankJSON struct {
	Skill   string `json:"skill"`
	Entered int    `json:"entered"` // calls
	Left    int    `json:"left"`
	Rose    int    `json:"rose"`
	Fell    int    `json:"fell"`
}

type entryJSON struct {
	Before int `json:"before"`
	After  int `json:"after"`
}

// hunkJSON holds lines of the golden (before) and those sent instead (after), as written by cells.Text.
type hunkJSON struct {
	Before string   `json:"before"`
	After  string   `json:"after"`
	Above  []string `json:"above,omitempty"` // common lines around it
	Below  []string `json:"below,omitempty"`
	Line   int      `json:"line,omitempty"` // in the source's file
	Calls  int      `json:"calls"`

	Members []memberJSON `json:"members,omitempty"`
}

// memberJSON is a differing value of a JSON payload: before and after are JSON, empty if missing.
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
func (c *Changes) WriteJSON(w io.Writer) error { return printable.WriteJSON(w, c.JSON()) }

// JSON returns the changes as WriteJSON prints them.
func (c *Changes) JSON() JSON {
	all := JSON{Groups: groupsOf(c), New: countJSON(c.New), Missing: countJSON(c.Missing), Forms: c.Forms,
		Base: c.Base, TokenCounts: c.Counts}
	if c.Conflicted.Calls+len(c.Sides) > 0 {
		all.Conflicted = &conflictedJSON{countJSON(c.Conflicted), []sideJSON{}}
		for _, side := range c.Sides {
			all.Conflicted.Sides = append(all.Conflicted.Sides, sideJSON{side.Name, side.Label, groupsOf(side.Changes)})
		}
	}
	return all
}

func groupsOf(c *Changes) []GroupJSON {
	groups := []GroupJSON{}
	for i := range c.Groups {
		groups = append(groups, jsonOf(&c.Groups[i]))
	}
	return groups
}

func jsonOf(g *edit.Group) GroupJSON {
	j := GroupJSON{
		ID: g.ID, Kind: string(g.Source.Kind), Source: g.Source.Name, Define: g.Source.Define, Change: string(g.Kind),
		Path: g.Source.Path, Line: g.Line(), Title: cells.Heading(g), Hunks: []hunkJSON{}, Edits: g.Edits,
		Reach: []reachJSON{},
		Stage: strings.Join(g.Stages, ","), Calls: g.Calls, Cases: g.Cases, Tokens: g.Tokens,
	}
	j.First, _ = cells.Calls(g)
	if m := g.Moved; m.Calls > 0 {
		j.Prefix = &prefixJSON{Calls: m.Calls, Bytes: m.Bytes, Tokens: m.Tokens, Currency: m.Currency}
		if m.Currency != "" {
			j.Prefix.Money = &m.Money
		}
	}
	for i, e := range g.Hunks {
		h := hunkJSON{Before: cells.Text(e.Old), After: cells.Text(e.New), Above: e.Above, Below: e.Below, Line: e.Line}
		if i < len(g.Counts) {
			h.Calls = g.Counts[i]
		}
		for _, m := range e.Members {
			h.Members = append(h.Members, memberJSON(m))
		}
		j.Hunks = append(j.Hunks, h)
	}
	j.places(g)
	for _, r := range g.Reach {
		j.Reach = append(j.Reach, reachJSON{r.Stage, r.Message, r.Section, r.Tool, r.Calls, r.Cases})
	}
	return j
}

// places fills in what the lines of a group do not show.
func (j *GroupJSON) places(g *edit.Group) {
	for _, m := range g.Moves {
		j.Moved = append(j.Moved, movedJSON{m.Section, m.From, m.FromOf, m.To, m.Of, m.BehindFrom, m.Behind, m.Message,
			m.Was, m.BehindUser})
	}
	for _, r := range g.Ranks {
		j.Ranks = append(j.Ranks, rankJSON{r.Skill, r.Entered, r.Left, r.Rose, r.Fell})
	}
	if g.Kind == edit.LeftOut {
		j.Left = &entryJSON{g.Entries[0], g.Entries[1]}
	}
	j.Same = g.Kind == edit.Renamed && g.First.Same
}
