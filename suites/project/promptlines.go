package project

import (
	"iter"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// IsPlain reports whether a file is text or a template, and no code.
func IsPlain(name string) bool {
	plain := []string{".md", ".mdx", ".txt", ".prompt", ".j2", ".jinja", ".jinja2", ".mustache", ".hbs", ".tmpl"}
	return slices.Contains(plain, strings.ToLower(path.Ext(name)))
}

// placeholder finds text that a program replaces before it sends a line.
var placeholder = regexp.MustCompile(`[{}]|<%|\$[A-Za-z_]|%[sdvqfr(]`)

// PromptLines returns the lines of the prompt files of which requests with these texts hold some, and which lines they
// hold. A prompt file is a file of plain text with a line that a request holds, and that no other file of the work
// tree has (Locate). Lines that are short, and those in which a program may replace something, are left out.
func (p *Project) PromptLines(texts iter.Seq[string], written func() *State) (all []PromptLine,
	held map[PromptLine]bool) {
	p.tree.lines.read.Do(p.readPromptLines)
	held = map[PromptLine]bool{}
	if len(p.tree.lines.at) == 0 {
		return nil, held
	}
	seen, files := map[string]bool{}, map[string]bool{}
	for text := range texts {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); seen[line] {
				continue
			}
			seen[line] = true
			for _, at := range p.tree.lines.at[line] {
				if held[at] = true; files[at.File] {
					continue
				}
				if file, _ := p.Locate(line, written()); file == at.File {
					files[file] = true
					all = append(all, p.tree.lines.of[file]...)
				}
			}
		}
	}
	return all, held
}

// readPromptLines reads the files of plain text.
func (p *Project) readPromptLines() {
	p.tree.lines.at, p.tree.lines.of = map[string][]PromptLine{}, map[string][]PromptLine{}
	if p.Dir == "" {
		return
	}
	for _, f := range p.readFiles(IsPlain) {
		number := 0
		for line := range strings.Lines(string(f.text)) {
			number++
			at := PromptLine{f.path, number, strings.TrimSpace(line)}
			if utf8.RuneCountInString(at.Text) < shortestSource || placeholder.MatchString(at.Text) {
				continue
			}
			p.tree.lines.at[at.Text] = append(p.tree.lines.at[at.Text], at)
			p.tree.lines.of[f.path] = append(p.tree.lines.of[f.path], at)
		}
	}
}
