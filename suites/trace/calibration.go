package trace

import "math"

// Calibration compares estimates of prompts with models' counts of the same prompts. The zero value has none.
type Calibration struct {
	Calls     int `json:"calls"`     // whose prompts were counted
	Counted   int `json:"counted"`   // tokens
	Estimated int `json:"estimated"` // of the same prompts
}

// Add takes one more call, if its prompt was counted.
func (c *Calibration) Add(call *Call) {
	if counted := call.Usage().Prompt; counted > 0 && call.Estimates.Prompt > 0 {
		c.Calls++
		c.Counted += counted
		c.Estimated += call.Estimates.Prompt
	}
}

// Ratio returns the factor for estimates; 1 if nothing was counted.
func (c Calibration) Ratio() float64 {
	if c.Estimated == 0 {
		return 1
	}
	return float64(c.Counted) / float64(c.Estimated)
}

// Scale scales an estimate to the models' counts.
func (c Calibration) Scale(tokens int) int { return int(math.Round(float64(tokens) * c.Ratio())) }
