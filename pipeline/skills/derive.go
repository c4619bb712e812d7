package skills

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
)

// maxDerived is the maximum length, in characters, of a description that is taken from a body.
const maxDerived = 1024

var heading = regexp.MustCompile(`^#{1,6}[ \t]+(.*?)[ \t#]*$`)

func isHeading(line string) bool { return heading.MatchString(line) }

func (p *parser) name(doc Document) (string, error) {
	v := doc.Fields.Get("name")
	name, isText := text(v)
	if p.policy == Strict {
		switch {
		case isText && name != "" && isBlank(name):
			return "", drop(KindName, 0, "the name is blank")
		case isText && name != "":
			return name, nil
		case !isText && !isNull(v):
			return "", drop(KindName, 0, "the name is no text: %s", clip(string(v)))
		case p.folder == "":
			return "", drop(KindName, 0, "no name, and no folder to take one from")
		}
		return p.folder, nil
	}
	if !isText && !isNull(v) {
		name = doc.source("name")
		p.mended(MendedName, "%s is no text, the name is %q", clip(string(v)), clip(name))
	}
	if line := oneLine(name); line != "" {
		if line != name && isText {
			p.mended(MendedName, "the name %q made one line", clip(name))
		}
		return line, nil
	}
	return p.deriveName(doc.Body)
}

func (p *parser) deriveName(body string) (string, error) {
	if name := oneLine(p.folder); name != "" {
		p.mended(MendedName, "no name, taken from the folder")
		return name, nil
	}
	if _, title := lead(body); title != "" {
		p.mended(MendedName, "no name, taken from the first heading")
		return title, nil
	}
	return "", drop(KindName, 0, "no name, and neither folder nor heading to take one from")
}

func (p *parser) description(doc Document) (string, error) {
	v := doc.Fields.Get("description")
	s, isText := text(v)
	switch {
	case isText && !isBlank(s):
		return s, nil
	case p.policy == Strict && isText:
		return "", drop(KindDescription, 0, "the description is blank")
	case p.policy == Strict && isNull(v):
		return "", drop(KindDescription, 0, "no description")
	case p.policy == Strict:
		return "", drop(KindDescription, 0, "the description is no text: %s", clip(string(v)))
	case !isText && !isNull(v):
		p.mended(MendedDescription, "%s is no text, read as it is written", clip(string(v)))
		return doc.source("description"), nil
	}
	return p.deriveDescription(doc)
}

func (p *parser) deriveDescription(doc Document) (string, error) {
	if s, ok := text(doc.Fields.Get("summary")); ok && !isBlank(s) {
		p.mended(MendedDescription, "no description, taken from the summary")
		return s, nil
	}
	paragraph, title := lead(doc.Body)
	switch {
	case paragraph != "":
		p.mended(MendedDescription, "no description, taken from the first paragraph")
		return cut(paragraph, maxDerived), nil
	case title != "":
		p.mended(MendedDescription, "no description, taken from the first heading")
		return cut(title, maxDerived), nil
	}
	return "", &Error{Kind: KindDescription, Err: errors.New("no description, and no text to take one from")}
}

// lead returns the first paragraph of a body and its first heading, each in one line. Code, tables, rulers and comments
// are not paragraphs.
func lead(body string) (paragraph, title string) {
	var lines []string
	inCode := false
	for l := range strings.Lines(body) {
		l = strings.TrimSpace(l)
		fence := strings.HasPrefix(l, "```")
		m := heading.FindStringSubmatch(l)
		if prose := l != "" && m == nil && !fence && !inCode && !strings.ContainsAny(l[:1], "|<!") &&
			strings.Trim(l, "-*_= ") != ""; prose {
			lines = append(lines, strings.TrimLeft(l, "> "))
		} else if len(lines) > 0 {
			break
		}
		if fence {
			inCode = !inCode
		}
		if m != nil && title == "" && !inCode {
			title = oneLine(m[1])
		}
	}
	return oneLine(strings.Join(lines, " ")), title
}

// tools returns the names in the frontmatter's tools: a list of names or of maps with a name, or a text with commas.
func (p *parser) tools(doc Document) []string {
	v := doc.Fields.Get("tools")
	if isNull(v) {
		return nil
	}
	var items []json.RawMessage
	if s, ok := text(v); ok {
		return distinct(strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == '\n' }))
	}
	if json.Unmarshal(v, &items) != nil {
		p.mended(MendedTools, "%s is no list of tools, there are none", clip(string(v)))
		return nil
	}
	var names []string
	for _, item := range items {
		name, ok := toolName(item)
		if !ok {
			p.mended(MendedTools, "%s names no tool, left out", clip(string(item)))
			continue
		}
		names = append(names, name)
	}
	return distinct(names)
}

func toolName(item json.RawMessage) (string, bool) {
	if s, ok := text(item); ok {
		return s, !isBlank(s)
	}
	var tool struct {
		Name string `json:"name"`
	}
	err := json.Unmarshal(item, &tool)
	return tool.Name, err == nil && !isBlank(tool.Name)
}

// distinct returns the names without surrounding blanks, each once.
func distinct(names []string) []string {
	var all []string
	seen := map[string]bool{"": true}
	for _, name := range names {
		if name = oneLine(name); !seen[name] {
			seen[name] = true
			all = append(all, name)
		}
	}
	return all
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
