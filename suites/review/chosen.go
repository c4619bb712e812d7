package review

// Chosen holds the cases whose whole calls or edits are taken, by the names of their files.
type Chosen struct {
	Conflicted bool   // only goldens that hold a merge conflict
	Log        string // of requests that defines the cases; empty: the suites do

	files map[string]names // by suite
}

// Add chooses a case whose files have a name.
func (c *Chosen) Add(suite, name string) {
	if c.files == nil {
		c.files = map[string]names{}
	}
	if c.files[suite] == nil {
		c.files[suite] = names{}
	}
	c.files[suite].add(name, nil)
}

// Has reports whether a case is chosen.
func (c *Chosen) Has(suite, name string) bool { return c.files[suite].Has(name) }
