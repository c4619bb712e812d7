package goldens

// Merge returns old with the accepted changes of new. Otherwise a changed call keeps its old text, a new one is left
// out, and a missing one remains. A nil old file has no calls.
func Merge(old, new *File, accept func(Change) bool) *File {
	merged := &File{Version: new.Version, Suite: new.Suite, Case: new.Case, From: new.From}
	before, after := byPath(old), byPath(new)
	for _, c := range Compare(old, new) {
		take := after
		if c.Status != Unchanged && !accept(c) {
			take = before
		}
		if call, ok := take[c.Path]; ok {
			merged.Calls = append(merged.Calls, call)
		}
	}
	return merged
}

func byPath(f *File) map[string]Call {
	m := map[string]Call{}
	for _, c := range callsOf(f) {
		m[c.Path] = c
	}
	return m
}
