package filter

// Prefixes returns a name and what is left when its last parts are cut off one by one: what it may begin with, the
// longest first.
func Prefixes(name string) []string {
	all := []string{name}
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '/' {
			all = append(all, name[:i])
		}
	}
	return all
}
