package catalogue

// Cost is the cost and saving of loading skills step by step, in tokens (O-18).
type Cost struct {
	Listed    int `json:"listed"`    // skills in the catalogue
	Catalogue int `json:"catalogue"` // phase 1, in every request: name, description and location of each
	Bodies    int `json:"bodies"`    // phase 2: the SKILL.md that were read
	Files     int `json:"files"`     // phase 3: other files of their folders that were read
	UpFront   int `json:"up_front"`  // what the bodies of all listed skills would add to every request
	Shortened int `json:"shortened"` // saved in the catalogue by writing ~
}

// Cost returns the cost of a run that opened these files, by an estimate of a text's tokens.
func (s *Snapshot) Cost(opened []*Opened, tokens func(string) int) Cost {
	var c Cost
	for _, e := range s.Shown.Entries {
		if !e.Unlisted {
			c.Listed++
			c.UpFront += tokens(e.Body)
		}
	}
	for _, o := range opened {
		if o.Main() {
			c.Bodies += tokens(o.Text)
		} else {
			c.Files += tokens(o.Text)
		}
	}
	c.Catalogue = tokens(s.Shown.XML().String())
	asTheyAre := func(location string) string { return location }
	c.Shortened = tokens(s.Shown.xml(asTheyAre).String()) - c.Catalogue
	return c
}
