package score

import (
	"context"
	"fmt"
)

// maxSteps is how much work the expectations of one case may take: a second or two.
const maxSteps = 4_000_000

// Budget bounds what is done for the expectations of one case. A small schema or path can ask for more than a computer
// does in a year, and neither its author nor the model whose answer is looked at need mean well.
type Budget struct {
	ctx  context.Context // of the run
	left int
}

func NewBudget(ctx context.Context) *Budget { return &Budget{ctx: ctx, left: maxSteps} }

// Spend takes n steps. Its error says that the run has ended, or that the case asks for too much.
func (b *Budget) Spend(n int) error {
	const often = 1 << 12 // how many steps go by between two looks at the run
	before := b.left
	if b.left -= n; b.left < 0 {
		b.left = 0
		return fmt.Errorf("the expectations of this case take more than %d steps: "+
			"make the path, schema or pattern simpler, or the answer shorter", maxSteps)
	}
	if before/often != b.left/often {
		return context.Cause(b.ctx)
	}
	return nil
}
