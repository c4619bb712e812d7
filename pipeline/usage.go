package pipeline

// Usage counts tokens as the model reported them; 0 is unknown.
type Usage struct {
	Prompt     int `json:"prompt,omitempty"`
	Completion int `json:"completion,omitempty"`
}

// Within is what of the counts can be true: a count below zero, or above the most that there can be, counts nothing.
func (u Usage) Within(prompt, completion int) Usage {
	if u.Prompt < 0 || u.Prompt > prompt {
		u.Prompt = 0
	}
	if u.Completion < 0 || u.Completion > completion {
		u.Completion = 0
	}
	return u
}
