package pipeline

// MaxName is the maximum length in bytes of a model's name in paths and reports; those of a case are shorter.
const MaxName = 60

// ShortName bounds the length of a name: a longer one keeps its beginning.
func ShortName(name string) string {
	if len(name) <= MaxName {
		return name
	}
	cut := MaxName
	for cut > 0 && name[cut]&0xC0 == 0x80 { // inside a character
		cut--
	}
	return name[:cut] + "…"
}
