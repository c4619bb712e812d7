package trace

import "math"

// Calibration says how estimates of prompts compare with what models have counted of the same prompts. The zero value
// knows of none.
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

// Ratio returns what an estimate is to be multiplied with; 1 where nothing was counted.
func (c Calibration) Ratio() float64 {
	if c.Estimated == 0 {
		return 1
	}
	return float64(c.Counted) / float64(c.Estimated)
}

// Scale turns an estimate into what the models would count.
func (c Calibration) Scale(tokens int) int { return int(math.Round(float64(tokens) * c.Ratio())) }
