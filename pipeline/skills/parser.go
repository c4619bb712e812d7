package skills

import "fmt"

type parser struct {
	policy  Policy
	most    int // bytes of a file
	folder  string
	skipped int // lines before the text
	repairs []Repair
}

// document is a file split into its parts.
type document struct {
	front  string // the YAML, without the lines around it
	line   int    // of the file, at which front begins
	body   string
	fields Frontmatter
}

func (p *parser) mended(kind, format string, args ...any) {
	p.repairs = append(p.repairs, Repair{Kind: kind, Detail: fmt.Sprintf(format, args...)})
}
