package chinese

// Word is a Chinese word of a text, as it is written there, with what it may mean.
type Word struct {
	Chinese string
	Options []Option // the best first
}

// Option is one English word, in lower case, that may stand for a Chinese one, or for a part of it.
type Option struct {
	English string
	Weight  int // 1 to 100; the best has 100
}
