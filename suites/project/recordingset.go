package project

import "fmt"

// UseSet gives a suite without a set of recordings one of its own name. It returns the line to add to the suite's file;
// empty: the suite names one.
func (s *Suite) UseSet() (line string) {
	if s.Recordings != "" {
		return ""
	}
	s.Recordings = s.Name
	return fmt.Sprintf("recordings: %s", s.Name)
}
