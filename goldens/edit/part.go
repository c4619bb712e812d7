// Package edit attributes differences between prompts and goldens to edits: it finds the template, skill, answer or
// tool of the changed words, so that one edit is one change, however many calls it reaches.
//
// The new side of a comparison knows its pieces (pipeline.Pieces); a golden does not. So old text gets its source from
// the new text that it is paired with:
//
//	messages   equal ones first, then those that share most words, then those of one role
//	sections   by name, then a removed one and an added one that share most words: a rename
//	text       by lines; what differs, by words. A value of the new side that the old one has too is one word
//
// A run of differing words is an Atom, and its lines are a [Hunk]: those of the golden, and those sent. Atoms decide
// what is one edit, hunks are for display. The atoms of one source in one section are a [Part]; the parts of many calls
// with one cause are a [Group] ([Groups]).
package edit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Kind is the kind of change of a part of a call.
type Kind string

// The kinds of change.
const (
	Changed Kind = "changed"
	Added   Kind = "added"
	Removed Kind = "removed"
	Moved   Kind = "moved"    // it has another position
	Renamed Kind = "renamed"  // a section has another name; of a group: one word was replaced in many sections
	Unkept  Kind = "unkept"   // a call of a packed golden, which keeps no text of it
	LeftOut Kind = "left out" // entries of a list are no longer shown, but their sources still have them
)

// Atom is one edit of words: Old was replaced by New. One of them may be empty.
type Atom struct{ Old, New string }

// Hunk is a run of lines of the golden and the lines sent instead, without line ends. Either side may have none.
type Hunk struct {
	Old, New     []string
	Above, Below []string // up to three common lines around it
	Atoms        []Atom   // the part's own edits of words in these lines

	At   int    // its first line in the new text, from 1
	In   string // identifies the text of a hunk
	Line int    // line of its first new words in the file of their source, from 1; 0: unknown

	JSON    diff.EditKind // what its atoms do to their enclosing JSON payloads
	Members []diff.Member // edited values of these
	Data    bool          // its JSON is data of a tool, a case or an answer: shown as values, not lines
}

// Move holds the old and the new position in a list, from 1.
type Move struct {
	Section            string // or another moved item: a tool, a message by its role
	From, FromOf       int    // of how many
	To, Of             int
	BehindFrom, Behind string // the item before it, old and new; empty: none
	Message            int    // of a section, from 1: its old message, if that differs
	Was                string // its old name, if that differs
	BehindUser         bool   // text of a template that now follows the user's own words
}

// Rank is the change of a skill in a retrieval's ranked list: its old and new position, from 1; 0: not in the list.
type Rank struct {
	Skill    string
	Old, New int
}

// Part is one difference in a call with one cause.
type Part struct {
	Path    string // of the call
	Stage   string
	Message int    // from 1; 0: it is in no message
	Role    string // of the message
	Section string
	Tool    string // name of a tool, or of the tool that a message calls
	Change  Kind
	Source  pipeline.TextSource
	Line    int    // of the source's file, in which the section's text begins; 0: not known
	Was     string // of a section with another name: the old one
	Same    bool   // of such a section: its text is the same
	Move    *Move  // of a moved part, or one added after the user's own words; else nil
	Entries [2]int // of a list with entries left out: old and new number
	Ranks   []Rank // skills of a list that entered, left, rose or fell; in the new order, those that left last

	DigestBefore string // 32 hex digits of the SHA-256 of the section's or tool's text; empty where there is none
	DigestAfter  string
	Before       string // these texts, of all but sections: of a tool, a format. A part of a stored run has none
	After        string
	EditDigest   string // the same for the same words of the same source, in any call
	GroupID      string // the same for the same cause, whatever the words
	TokenDelta   int    // estimated tokens that the whole section or tool has gained; once for a section
	Moves        Moves  // of all calls whose prefix this part moves, not only its own

	Hunks []Hunk

	old int // the message in the old array, from 1; 0: none
}

// finish fills in derived fields.
func (p *Part) finish(before, after string, first bool) {
	p.DigestBefore, p.DigestAfter = digestOf(before), digestOf(after)
	if p.Section == "" {
		p.Before, p.After = before, after
	}
	if first {
		p.TokenDelta = pipeline.EstimateTokens(after) - pipeline.EstimateTokens(before)
	}
	for i := range p.Hunks {
		p.Hunks[i].In = p.DigestAfter
	}
	p.identify()
}

// identify sets the ids that are the same in every call: of the edit and its cause.
func (p *Part) identify() {
	var atoms []string
	for _, h := range p.Hunks {
		for _, a := range h.Atoms {
			atoms = append(atoms, field(a.Old)+field(a.New))
		}
	}
	if p.Change == Renamed {
		atoms = append(atoms, field(p.Was)+field(p.Section))
	}
	slices.Sort(atoms)
	source := p.cause()
	p.EditDigest = hashOf(append([]string{string(source.Kind), file(source), source.Define},
		slices.Compact(atoms)...)...)
	p.GroupID = groupID(source, p.Change)
}

// cause returns the common cause of the part's group. Left-out entries are one edit of the program, in any sections.
func (p *Part) cause() pipeline.TextSource {
	if p.Change == LeftOut {
		return p.Source
	}
	return cause(p.Source, p.Section)
}

// file identifies the source's file: by its path, else by its name.
func file(s pipeline.TextSource) string { return cmp.Or(s.Path, s.Name) }

// cause returns the common cause of parts of one group: the template's define, the skill's file, the case's key, the
// stage that answered, the tool. For the program, or several sources, it is the section.
func cause(s pipeline.TextSource, section string) pipeline.TextSource {
	switch s.Kind {
	case pipeline.TextCase:
		s.Name = withoutIndexes(s.Name)
	case pipeline.TextAnswer:
		s.Name = ""
	case pipeline.TextTool:
		if s.Name != "" {
			s.Name = "result"
		}
	case pipeline.TextCode, pipeline.TextUnclear:
		s.Define = section
	}
	return s
}

// withoutIndexes turns turns[3].user into turns[].user, the same key in every case.
func withoutIndexes(path string) string {
	var b strings.Builder
	inside := false
	for _, r := range path {
		switch {
		case r == ']':
			inside = false
		case inside:
			continue
		case r == '[':
			inside = true
		}
		b.WriteRune(r)
	}
	return b.String()
}

var code = pipeline.TextSource{Kind: pipeline.TextCode}

func groupID(cause pipeline.TextSource, kind Kind) string {
	return hashOf("group", string(cause.Kind), file(cause), cause.Define, string(kind))
}

// hashOf returns a hash of some texts, as 16 hex digits.
func hashOf(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		h.Write([]byte(field(t)))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func field(s string) string { return strconv.Itoa(len(s)) + ":" + s }

// digestOf returns the first 32 hex digits of a text's SHA-256, as used in reports; empty for no text.
func digestOf(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// isOpen reports whether the cause of a part is open: a call, or a section without text of a template, that came, went
// or moved. Its text has a source; that it is shown may have another cause.
func (p *Part) isOpen() bool {
	if p.Change == Changed || p.Change == Renamed || p.Change == LeftOut || p.Change == Unkept || p.Tool != "" ||
		p.Source.Kind == pipeline.TextTemplate {
		return false
	}
	return p.Source.Kind != pipeline.TextUnclear || p.Source.Name == "" // else a template's, see removedFrom
}

// isOwn reports whether the part's own change determines its group; else its cause does.
func (p *Part) isOwn() bool { return p.GroupID == groupID(p.cause(), p.Change) }
