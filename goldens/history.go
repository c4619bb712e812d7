package goldens

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// HistoryFormats returns the formats that can be read.
func HistoryFormats() []string { return []string{OpenClawHistory} }

// OpenClawHistory is a JSON file with the system prompt of an agent at many commits: {"cases": [{"id", "sha", "date",
// "subject", "prompts": {MODE: TEXT}}]}, in the order of the commits.
const OpenClawHistory = "openclaw-history"

// HistoryVersion is a prompt at one commit, in each of its modes.
type HistoryVersion struct {
	ID      string // of the commit
	SHA     string
	Date    string
	Subject string
	Modes   *File // a call for each mode, with one system message
}

// ReadHistory reads the versions of a file, in its order. Errors name the file.
func ReadHistory(file string, data []byte) ([]HistoryVersion, error) {
	var kept struct {
		Cases []struct {
			ID      string          `json:"id"`
			SHA     string          `json:"sha"`
			Date    string          `json:"date"`
			Subject string          `json:"subject"`
			Prompts json.RawMessage `json:"prompts"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(data, &kept); err != nil {
		return nil, pipeline.FileErrorf(file, 0, "%w", err)
	}
	if len(kept.Cases) == 0 {
		return nil, pipeline.FileErrorf(file, 0, "no versions: want {\"cases\": [{\"id\", \"prompts\": {…}}]}")
	}
	var all []HistoryVersion
	for i, c := range kept.Cases {
		if c.ID == "" {
			return nil, pipeline.FileErrorf(file, 0, "version %d has no id", i+1)
		}
		modes, err := readModes(c.ID, c.Prompts)
		if err != nil {
			return nil, pipeline.FileErrorf(file, 0, "version %s: %w", c.ID, err)
		}
		all = append(all, HistoryVersion{ID: c.ID, SHA: c.SHA, Date: c.Date, Subject: c.Subject, Modes: modes})
	}
	return all, nil
}

// readModes reads the prompts of a version, in their order there.
func readModes(id string, data []byte) (*File, error) {
	dec := json.NewDecoder(strings.NewReader(string(data)))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("prompts: want an object of texts by mode")
	}
	f := &File{Suite: "history", Case: id}
	for dec.More() {
		mode, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var text string
		if err := dec.Decode(&text); err != nil {
			return nil, fmt.Errorf("prompts: %v: %w", mode, err)
		}
		name := fmt.Sprint(mode)
		f.Calls = append(f.Calls, Call{Path: name, Stage: name, Messages: []pipeline.Message{
			{Role: pipeline.RoleSystem, Sections: HistorySections(text)},
		}})
	}
	return f, nil
}

// source is the name of the template of the sections: a stored text has no pieces, so that each section is the source
// of its words.
const source = "system prompt"

// HistorySections cuts a prompt at its headings of the first and the second level, outside of code fences. The text
// before the first one is the section Begin. The second of two sections with one name gets a number.
func HistorySections(text string) []pipeline.Section {
	var sections []pipeline.Section
	seen := map[string]int{}
	name, begun, fenced := "Begin", "", false
	end := func() {
		if begun == "" {
			return
		}
		if seen[name]++; seen[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, seen[name])
		}
		from := pipeline.TextSource{Kind: pipeline.TextTemplate, Name: source, Define: name}
		sections = append(sections, pipeline.NewSection(name, from.Of(begun)))
		begun = ""
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if heading, ok := headingOf(line); ok && !fenced {
			end()
			name = heading
		}
		begun += line
	}
	end()
	return sections
}

// headingOf returns the text of a heading of the first or the second level.
func headingOf(line string) (text string, ok bool) {
	for _, mark := range []string{"# ", "## "} {
		if text, ok := strings.CutPrefix(line, mark); ok && strings.TrimSpace(text) != "" {
			return strings.TrimSpace(text), true
		}
	}
	return "", false
}
