package skills

import "fmt"

type parser struct {
	policy  Policy
	most    int // bytes of a file
	folder  string
	skipped int // lines before the text
	repairs []Repair
}

// Document is a file split into its parts.
type Document struct {
	Front  string // the YAML of the frontmatter
	Line   int    // of the file, at which Front begins
	Fields Frontmatter
	Body   string
}

func (p *parser) mended(kind, format string, args ...any) {
	p.repairs = append(p.repairs, Repair{Kind: kind, Detail: fmt.Sprintf(format, args...)})
}
