package ollamatest

// circuit says what a hand-wired model looks for in its prompt and what it answers. The model has two layers of one
// attention head each:
//
//	attention 0     each token learns which mark it stands behind
//	feed-forward 0  a token that is a sign learns whether it stands where it counts
//	attention 1     each token learns which signs that count stand before it, as shares of its attention
//	feed-forward 1  a share becomes 1, however small it is
//	head            each sign votes for answers; the one with the most votes is begun, and each piece of an answer
//	                calls for the piece behind it
//
// Tokens see only what stands before them, so all of this is also known, in the same way, while an answer is written.
// There is one head, since attention is most of what a long prompt costs, and each head costs about the same again.
type circuit struct {
	name    string
	context int // tokens
	marks   []mark
	signs   []sign
	answers []answer
}

// mark divides a prompt: place 0 is before all marks, and mark i begins place i+1. A token stands in the place of the
// last mark of the list that is before it.
type mark struct{ texts []string }

// sign is something that is there if one of its texts is. The texts of marks and signs are tokens of their own, found
// in a prompt before all others, the longest first.
type sign struct {
	name   string
	texts  []string
	places []int // where it counts; none: everywhere
}

// answer is a text, with the votes that it gets of each sign that is there.
type answer struct {
	text  string
	votes map[string]float64
}

// Scores of attention. Weights are proportional to e^score, so a token that scores 20 more than others outweighs
// 400 million of them, more than a context has.
const (
	scoreMark = 20.0 // of the first mark; the next ones score once more each
	scoreSign = 20.0
)

// smallestShare is the least share of attention that counts, so the signs of a prompt may occur 256 times in it.
const smallestShare = 1.0 / 256

// votesNext is what a piece gives the one behind it: more than signs can give together.
const votesNext = 20_000.0
