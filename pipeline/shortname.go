package pipeline

// MaxName is how many bytes of a name from a model stand in paths and reports; those of a case are shorter.
const MaxName = 60

// ShortName is a name of a bounded length: a longer one keeps its beginning.
func ShortName(name string) string {
	if len(name) <= MaxName {
		return name
	}
	cut := MaxName
	for cut > 0 && name[cut]&0xC0 == 0x80 { // within a character
		cut--
	}
	return name[:cut] + "…"
}
