package catalogue

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Install is one way to install a requirement of a skill. Nothing in it is ever run.
type Install struct {
	Kind  string   `json:"kind"` // brew, node, go, uv or download
	ID    string   `json:"id,omitempty"`
	Label string   `json:"label,omitempty"`
	Bins  []string `json:"bins,omitempty"`
	OS    []string `json:"os,omitempty"`

	Formula         string   `json:"formula,omitempty"`
	Package         string   `json:"package,omitempty"`
	Module          string   `json:"module,omitempty"`
	URL             string   `json:"url,omitempty"`
	Archive         *string  `json:"archive,omitempty"`
	Extract         *bool    `json:"extract,omitempty"`
	StripComponents *float64 `json:"stripComponents,omitempty"`
	TargetDir       *string  `json:"targetDir,omitempty"`
}

const wholeNumber = `(?:0|[1-9][0-9]*)`

// The harmless values of each kind.
var (
	brewFormula  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9@+._/-]*$`)
	goModule     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~+/-]*(?:@[A-Za-z0-9][A-Za-z0-9._~+/-]*)?$`)
	pythonPin    = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._\-[\]=<>!~+,]*$`)
	nodeRegistry = regexp.MustCompile(`^(?:@[a-z0-9][a-z0-9._~-]*/)?[a-z0-9][a-z0-9._~-]*` +
		`(?:@(?:[A-Za-z0-9][A-Za-z0-9._-]*|v?` + wholeNumber + `(?:\.` + wholeNumber + `){2}` +
		`(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?))?$`)
)

// installs returns the ways that a list's item names: none if its kind is unknown or it does not name what it installs.
func installs(m map[string]any) []Install {
	i := Install{
		Kind: kind(m), ID: said(m, "id"), Label: said(m, "label"), Bins: list(m["bins"]), OS: list(m["os"]),
		Formula: cmp.Or(safe(m, "formula", brewFormula, ".."), safe(m, "cask", brewFormula, "..")),
		Module:  safe(m, "module", goModule, "://"), URL: download(said(m, "url")),
		Archive: value[string](m, "archive"), Extract: value[bool](m, "extract"),
		StripComponents: value[float64](m, "stripComponents"),
		TargetDir:       value[string](m, "targetDir"),
	}
	what := ""
	switch i.Kind {
	case "brew":
		what = i.Formula
	case "node":
		i.Package = safe(m, "package", nodeRegistry, "://")
		what = i.Package
	case "go":
		what = i.Module
	case "uv":
		i.Package = safe(m, "package", pythonPin, "://")
		what = i.Package
	case "download":
		what = i.URL
	}
	if what == "" {
		return nil
	}
	return []Install{i}
}

func kind(m map[string]any) string {
	k, ok := m["kind"].(string)
	if !ok {
		k = said(m, "type")
	}
	return strings.ToLower(jstext.Trim(k))
}

// safe returns the text of a key if it matches a pattern and does not contain never; else it is empty.
func safe(m map[string]any, key string, pattern *regexp.Regexp, never string) string {
	s := jstext.Trim(said(m, key))
	if !pattern.MatchString(s) || strings.Contains(s, never) {
		return ""
	}
	return s
}

// download returns a web address in a browser's spelling; empty if s is none.
func download(s string) string {
	s = jstext.Trim(s)
	u, err := url.Parse(s)
	if err != nil || strings.ContainsFunc(s, jstext.IsSpace) || u.Host == "" ||
		u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	u = new(url.URL).ResolveReference(u) // resolves dots in its path
	u.Host = strings.ToLower(u.Host)
	u.Host = strings.TrimSuffix(u.Host, map[string]string{"http": ":80", "https": ":443"}[u.Scheme])
	u.Path = cmp.Or(u.Path, "/")
	return u.String()
}
