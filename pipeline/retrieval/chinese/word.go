package chinese

// Word is a Chinese word in its spelling in a text, with its possible meanings.
type Word struct {
	Chinese string
	Options []Option // the best first
}

// Option is one English word, in lower case, for a Chinese one, or for a part of it.
type Option struct {
	English string
	Weight  int // 1 to 100; the best has 100
}
