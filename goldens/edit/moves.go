package edit

// Moves is what an edit does to the beginnings of prompts that earlier calls share, which a provider's cache keeps.
type Moves struct {
	Calls    int     // whose shared beginning ends elsewhere now
	Bytes    int     // of them sent anew, more than before; less than 0: fewer
	Tokens   int     // the same, estimated, as the cache counts
	Money    float64 // for their prompts, more than before
	Currency string  // of Money; empty: not every call has a price, or they have several currencies
}

// Add adds those of another part.
func (m *Moves) Add(o Moves) {
	switch {
	case o.Calls == 0:
		return
	case m.Calls == 0:
		m.Currency = o.Currency
	case m.Currency != o.Currency:
		m.Currency = ""
	}
	m.Calls, m.Bytes, m.Tokens, m.Money = m.Calls+o.Calls, m.Bytes+o.Bytes, m.Tokens+o.Tokens, m.Money+o.Money
}
