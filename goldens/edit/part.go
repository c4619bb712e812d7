// Package edit says what was edited when a prompt differs from its golden: which template, skill, answer or tool the
// words are from that changed, so that one edit is one change, however many calls it reaches.
//
// The new side of a comparison knows its pieces (pipeline.Pieces); a golden does not. So old text gets its source from
// the new text that it stands beside:
//
//	messages   equal ones first, then those that share most words, then those of one role
//	sections   by name, then a removed one and an added one that share most words: a rename
//	text       by lines; what differs, by words. A value of the new side that the old one has too is one word
//
// A run of words that differ is an Atom, and the lines that it stands in are a [Hunk]: what the golden has, and what
// was sent. Atoms decide what is one edit, hunks are what a person sees. The atoms of one source in one section are a
// [Part]; the parts of many calls with one cause are a [Group] ([Groups]).
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

// Kind says what became of a part of a call.
type Kind string

// The kinds of change.
const (
	Changed Kind = "changed"
	Added   Kind = "added"
	Removed Kind = "removed"
	Moved   Kind = "moved"    // it stands at another place in the order
	Renamed Kind = "renamed"  // a section has another name; of a group: one word was replaced in many sections
	LeftOut Kind = "left out" // entries of a list are not shown any more, and their sources still have them
)

// Atom is one edit of words: Old was replaced by New. One of them may be empty.
type Atom struct{ Old, New string }

// Hunk is a run of lines of the golden and the lines that were sent in their place, without line ends. Either side may
// have none.
type Hunk struct {
	Old, New     []string
	Above, Below []string // up to three lines around it that are on both sides
	Atoms        []Atom   // the part's own edits of words in these lines

	At   int    // its first line in the new text, from 1
	In   string // what two hunks of one text have in common
	Line int    // where its first new words begin in the file of their source, from 1; 0: not known

	JSON    diff.EditKind // what its atoms do to the JSON payloads that they lie within
	Members []diff.Member // their values that they edit
	Data    bool          // JSON in it is data, of a tool, a case or an answer: read as values, not lines
}

// Move says where something stood in a list and where it stands now, from 1.
type Move struct {
	Section            string // or what else has moved: a tool, a message by its role
	From, FromOf       int    // of how many
	To, Of             int
	BehindFrom, Behind string // what stands in front of it, there and here; empty: nothing does
	Message            int    // of a section, from 1: the message that it came from, where that is another one
	Was                string // its name in that message, where it was another one
	BehindUser         bool   // text of a template that has come to stand behind the user's own words
}

// Rank is what became of a skill in a list that a retrieval has put in order: its place before and now, from 1; 0: it
// was not in the list, or is not.
type Rank struct {
	Skill    string
	Old, New int
}

// Part is one thing that differs in a call and has one cause.
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
	Move    *Move  // of what has moved, or was added behind the user's own words; else nil
	Entries [2]int // of a list that entries were left out of: how many it had, and has
	Ranks   []Rank // skills of a list that entered, left, rose or fell; in the new order, those that left last

	DigestBefore string // 32 hex digits of the SHA-256 of the section's or tool's text; empty where there is none
	DigestAfter  string
	EditDigest   string // the same for the same words of the same source, in whatever call
	GroupID      string // the same for the same cause, whatever the words
	TokenDelta   int    // estimated tokens that the whole section or tool has gained; once for a section

	Hunks []Hunk

	old int // the message in the old array, from 1; 0: there is none
}

// finish fills in what follows from the rest.
func (p *Part) finish(before, after string, first bool) {
	p.DigestBefore, p.DigestAfter = digestOf(before), digestOf(after)
	if first {
		p.TokenDelta = pipeline.EstimateTokens(after) - pipeline.EstimateTokens(before)
	}
	for i := range p.Hunks {
		p.Hunks[i].In = p.DigestAfter
	}
	p.identify()
}

// identify names what is the same in every call: the edit and its cause.
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

// cause returns what the part has in common with those of its group. What was left out is one edit of the program, in
// whichever sections.
func (p *Part) cause() pipeline.TextSource {
	if p.Change == LeftOut {
		return p.Source
	}
	return cause(p.Source, p.Section)
}

// file tells the source's file from others: by its path, else by its name.
func file(s pipeline.TextSource) string { return cmp.Or(s.Path, s.Name) }

// cause returns what parts of one group have in common: the template's define, the skill's file, the case's key, the
// stage that answered, the tool. Where nothing is known but that the program or several sources are in it, it is the
// section.
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

// withoutIndexes makes turns[].user of turns[3].user: the key that is the same in every case.
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

// hashOf is 16 hex digits that stand for some texts.
func hashOf(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		h.Write([]byte(field(t)))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func field(s string) string { return strconv.Itoa(len(s)) + ":" + s }

// digestOf is 32 hex digits of a text's SHA-256, as reports name texts; empty for no text.
func digestOf(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// isOpen reports whether a part does not say by itself what it is from: a call, or a section that holds no text of a
// template, that came, went or moved. What it says is from there; that it is shown may have another cause.
func (p *Part) isOpen() bool {
	if p.Change == Changed || p.Change == Renamed || p.Change == LeftOut || p.Tool != "" ||
		p.Source.Kind == pipeline.TextTemplate {
		return false
	}
	return p.Source.Kind != pipeline.TextUnclear || p.Source.Name == "" // else a template's, see removedFrom
}

// isOwn reports whether the part's own change makes its group; else the group is that of its cause.
func (p *Part) isOwn() bool { return p.GroupID == groupID(p.cause(), p.Change) }
