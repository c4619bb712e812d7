package ollamatest

// circuit says what a hand-wired model looks for in its prompt and what it answers. The model has two layers of one
// attention head each:
//
//	attention 0     each token learns which mark it follows
//	feed-forward 0  a sign's token learns whether it stands where it counts
//	attention 1     each token learns which counting signs precede it, as shares of its attention
//	feed-forward 1  a share becomes 1, however small it is
//	head            each sign votes for answers; the one with the most votes is begun, and each piece of an answer
//	                calls for the next piece
//
// Tokens see only what precedes them, so all of this also holds, in the same way, while an answer is written. There is
// one head, since attention dominates the cost of a long prompt, and each head costs about the same again.
type circuit struct {
	name    string
	context int // tokens
	marks   []mark
	signs   []sign
	answers []answer
}

// mark divides a prompt: place 0 is before all marks, and mark i begins place i+1. A token's place is that of the last
// mark of the list before it.
type mark struct{ texts []string }

// sign is present if one of its texts is. The texts of marks and signs are tokens of their own, found in a prompt
// before all others, the longest first.
type sign struct {
	name   string
	texts  []string
	places []int // where it counts; none: everywhere
}

// answer is a text, with the votes that it gets from each sign that is present.
type answer struct {
	text  string
	votes map[string]float64
}

// Scores of attention. Weights are proportional to e^score, so a token that scores 20 more than others outweighs 400
// million of them, which exceeds any context.
const (
	scoreMark = 20.0 // of the first mark; the next ones score one more each
	scoreSign = 20.0
)

// smallestShare is the smallest share of attention that counts, so a prompt may contain 256 signs.
const smallestShare = 1.0 / 256

// votesNext is a piece's vote for the next one: more than all signs together give.
const votesNext = 20_000.0
