package filter

// Prefixes returns a name and its prefixes of whole parts, the longest first.
func Prefixes(name string) []string {
	all := []string{name}
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '/' {
			all = append(all, name[:i])
		}
	}
	return all
}
