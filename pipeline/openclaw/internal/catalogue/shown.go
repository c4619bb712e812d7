package catalogue

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Shown is the catalogue as a model sees it (O-14).
type Shown struct {
	Entries []*Entry // those that are listed
	Of      int      // number of candidates
	Cut     bool     // a limit excluded some; the note has both numbers
	Note    string   // of the connected machines; empty: none

	settings Settings
}

// The text around a skill's name, description and location.
const (
	opening           = "<available_skills>\n"
	beforeName        = "  <skill>\n    <name>"
	beforeDescription = "</name>\n    <description>"
	beforeLocation    = "</description>\n    <location>"
	behind            = "</location>\n  </skill>\n"
	closing           = "</available_skills>"
)

// XML returns the list of skills, without a final line ending; it is nil if no skill is listed.
func (c Shown) XML() pipeline.Pieces { return c.xml(c.settings.Shown) }

func (c Shown) xml(shorten func(string) string) pipeline.Pieces {
	code := pipeline.TextSource{Kind: pipeline.TextCode}
	var all pipeline.Pieces
	add := func(before string, from pipeline.TextSource, text string) {
		all = append(append(all, code.Of(before)...), from.Of(escape(text))...)
	}
	before := opening
	for _, e := range c.Entries {
		if e.Unlisted {
			continue
		}
		from := e.Text()
		add(before+beforeName, from, e.Name)
		add(beforeDescription, from, e.Description)
		add(beforeLocation, from, shorten(e.Location))
		before = behind
	}
	if all == nil {
		return nil
	}
	return append(all, code.Of(behind+closing)...)
}

var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

func escape(s string) string { return xmlText.Replace(s) }

// length returns how many units a skill adds to the catalogue.
func (s Settings) length(e *Entry) int {
	if e.Unlisted {
		return 0
	}
	at := e.Location
	if !s.Program {
		at = s.Shown(at)
	}
	fixed := len(beforeName) + len(beforeDescription) + len(beforeLocation) + len(behind)
	return fixed + jstext.Len(escape(e.Name)) + jstext.Len(escape(e.Description)) + jstext.Len(escape(at))
}
