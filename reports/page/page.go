// Package page writes a run as one HTML file to look at, or as a folder.
//
// The file makes no request and needs no library. Everything that is computed is computed here: the script lays out and
// filters. The data are JSON, gzipped and in base64, in inert templates: a Head, which is there at once, and one or
// more Chunks of cases, which are opened when a case of theirs is looked at.
package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"path"
	"runtime/debug"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

//go:embed assets
var assets embed.FS

// scripts are joined in this order.
func scripts() []string {
	return []string{
		"core", "overview", "changes", "cases", "case", "faults", "tokens", "coverage", "routing", "compare", "main",
	}
}

// MostTexts is the size of the texts in one file, in bytes as they stand in it. Beyond it only cases that are not green
// have texts, in the order of the run, as far as there is room.
const MostTexts = 25 << 20

// garbage is how much the heap may grow before collection while a page is written, in percent of live data: the index
// of all cases stays, and each case makes much garbage.
const garbage = 50

// sparing lets the program collect garbage sooner, until end is called.
func sparing() (end func()) {
	before := debug.SetGCPercent(garbage)
	if 0 <= before && before < garbage {
		debug.SetGCPercent(before)
	}
	return func() { debug.SetGCPercent(before) }
}

// Write writes the page of a run as one file.
func Write(ctx context.Context, w io.Writer, run *stored.Run, o Options) error {
	defer sparing()()
	return write(ctx, w, run, o, MostTexts)
}

func write(ctx context.Context, w io.Writer, run *stored.Run, o Options, most int64) (err error) {
	head, groups, err := readHead(ctx, run, o)
	if err != nil {
		return err
	}
	chunks, err := newChunkFile()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, chunks.close()) }()
	cw := chunkWriter{most: most, groups: groups, prices: o.Prices, file: o.source,
		keep: chunks.keep, drop: chunks.drop}
	if head.Cases.Chunk, err = cw.write(ctx, run); err != nil {
		return err
	}
	head.Note = noteOf(&head.Cases, most)
	return writeFile(w, head, chunks, "")
}

// writeFile writes the file around its data; nil: it has no chunks. sources are those of scripts beside the file's own.
func writeFile(w io.Writer, head *Head, chunks *chunkFile, sources string) error {
	before, after, err := shell(head.Run.Name, sources)
	if err != nil {
		return err
	}
	text, err := packed(head)
	if err != nil {
		return err
	}
	for _, part := range []string{before, "<template id=\"d-head\">", text, "</template>\n"} {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	if chunks != nil {
		if err := chunks.writeTo(w); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, after)
	return err
}

// noteOf says which texts were left out; empty: none.
func noteOf(cases *Cases, most int64) string {
	without, wrong := 0, 0 // cases without texts, and those of them that are not green
	for i, n := range cases.Chunk {
		if n < 0 {
			without++
			if !cases.Green[i] {
				wrong++
			}
		}
	}
	if without == 0 {
		return ""
	}
	rest := "the others are green"
	if wrong > 0 {
		rest = "of the others, " + wording.Thousands(wrong) + " are not green either"
	}
	return fmt.Sprintf("More than %d MB of texts: %s of %s cases are here with prompts and answers, %s. "+
		"All texts: beaver-eval report export --format html --split --output DIR", most>>20,
		wording.Thousands(len(cases.Chunk)-without), wording.Thousands(len(cases.Chunk)), rest)
}

// shell returns the file without its data: what stands before them, and what stands behind. sources are those of
// scripts beside the file's own.
func shell(name, sources string) (before, after string, err error) {
	text, err := assets.ReadFile("assets/page.html")
	if err != nil {
		return "", "", err
	}
	style, err := joined("assets/page.css", "assets/views.css")
	if err != nil {
		return "", "", err
	}
	script, err := joinedScripts()
	if err != nil {
		return "", "", err
	}
	before, after, ok := strings.Cut(string(text), "{{data}}")
	if !ok {
		return "", "", fmt.Errorf("assets/page.html has no place for the data")
	}
	policy := fmt.Sprintf("default-src 'none'; script-src %s%s; style-src %s; base-uri 'none'; form-action 'none'",
		sourceOf(script), sources, sourceOf(style))
	fill := strings.NewReplacer("{{title}}", html.EscapeString(printable.Line(name)), "{{policy}}", policy,
		"{{style}}", style, "{{script}}", script)
	return fill.Replace(before), fill.Replace(after), nil
}

// sourceOf names a script or a style by its digest, as a content security policy does.
func sourceOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// joinedScripts returns the script of the page. Its files share one scope, which is not the window's.
func joinedScripts() (string, error) {
	names := scripts()
	for i, name := range names {
		names[i] = path.Join("assets/js", name+".js")
	}
	text, err := joined(names...)
	return "(() => {\n\"use strict\";\n" + text + "})();\n", err
}

// joined returns the texts of files, one behind the other, without what only their readers need: indents, empty lines,
// and comments that begin a line. No literal of theirs may extend over lines.
func joined(names ...string) (string, error) {
	var b strings.Builder
	for _, name := range names {
		text, err := assets.ReadFile(name)
		if err != nil {
			return "", err
		}
		comment := false
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			comment = comment || strings.HasPrefix(line, "/*")
			if !comment && line != "" && !strings.HasPrefix(line, "//") {
				b.WriteString(line + "\n")
			}
			comment = comment && !strings.HasSuffix(line, "*/")
		}
	}
	return b.String(), nil
}

// packed returns a value as JSON, gzipped, in base64.
func packed(v any) (string, error) {
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if err := printable.NewJSONEncoder(zip).Encode(v); err != nil {
		return "", err
	}
	if err := zip.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
