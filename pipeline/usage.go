package pipeline

// Usage counts tokens as the model reported them; 0 is unknown.
type Usage struct {
	Prompt     int `json:"prompt,omitempty"`
	Completion int `json:"completion,omitempty"`
}

// Within drops implausible counts: one below zero, or above its maximum, becomes 0.
func (u Usage) Within(prompt, completion int) Usage {
	if u.Prompt < 0 || u.Prompt > prompt {
		u.Prompt = 0
	}
	if u.Completion < 0 || u.Completion > completion {
		u.Completion = 0
	}
	return u
}
