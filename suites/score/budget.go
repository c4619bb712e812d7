package score

import (
	"context"
	"fmt"
)

// maxSteps is how much work the expectations of one case may take: a second or two.
const maxSteps = 4_000_000

// Budget bounds what is done for the expectations of one case. A small schema or path can ask for a year of computing,
// and neither its author nor the model whose answer is checked is trusted.
type Budget struct {
	ctx  context.Context // of the run
	left int
}

func NewBudget(ctx context.Context) *Budget { return &Budget{ctx: ctx, left: maxSteps} }

// Spend takes n steps. Its error says that the run has ended, or that the case exceeds the budget.
func (b *Budget) Spend(n int) error {
	const often = 1 << 12 // steps between two checks of the context
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
