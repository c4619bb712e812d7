package rows

// The sizes below are upper bounds, not measures: a row group may be smaller than the limit, never larger.
const (
	textSize = 4 + 8 // of a text: its length before it, its levels or its dictionary index after it
	numSize  = 8 + 4
)

func sizeOf(texts ...string) int {
	n := 0
	for _, t := range texts {
		n += len(t) + textSize
	}
	return n
}

// sizeOfAll returns the size of a list, which is at least a level.
func sizeOfAll(texts []string) int { return sizeOf(texts...) + textSize }

// sizeOfSaid returns the size of a text that may be NULL.
func sizeOfSaid(text *string) int {
	if text == nil {
		return sizeOf("")
	}
	return sizeOf(*text)
}
