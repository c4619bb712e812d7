package ollamatest

// residual maps the dimensions of a wired model's residual stream:
//
//	constant      1 in every token
//	nameless      1 in every token without meaning, so that all tokens are equally long vectors
//	one a mark    faint if the token is in the place that the mark begins, else 0
//	three a sign  counts: faint if the token is the sign, where the sign counts, else 0
//	              share: the share of such tokens among the signs before this one, times faint
//	              there: faint if there are such tokens before this one, else 0
//	one a token   1 in this token alone; only for tokens of marks, signs and answers
type residual struct {
	marks                []int
	counts, share, there []int       // by the index of the sign
	tokens               map[int]int // by the token's number
	width                int
}

const (
	dimConstant = 0
	dimNameless = 1
	firstDim    = 2
)

// faint is the value of "true". It is small so that it hardly changes the length of the vector, by which norms divide.
const faint = 0.25

// widthStep divides the width of the residual stream.
const widthStep = 32

func newResidual(marks, signs int) *residual {
	r := &residual{tokens: map[int]int{}, width: firstDim}
	for range marks {
		r.marks = append(r.marks, r.next())
	}
	for range signs {
		r.counts, r.share, r.there = append(r.counts, r.next()), append(r.share, r.next()), append(r.there, r.next())
	}
	return r
}

// addToken returns the dimension of a token, and adds it if it is new.
func (r *residual) addToken(number int) int {
	if _, ok := r.tokens[number]; !ok {
		r.tokens[number] = r.next()
	}
	return r.tokens[number]
}

func (r *residual) next() int {
	r.width++
	return r.width - 1
}

// round rounds the width up to a multiple of its step; the rest is unused.
func (r *residual) round() { r.width = (r.width + widthStep - 1) / widthStep * widthStep }
