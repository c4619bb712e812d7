package score

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// PriceList holds the prices of a suite's models.
type PriceList struct {
	Currency string           `json:"currency"` // default USD
	Models   map[string]Price `json:"models"`   // by name; "default" for the others
}

// defaultModel is the entry of prices for the models without one of their own.
const defaultModel = "default"

// Price is the price of a million tokens.
type Price struct {
	Prompt float64 `json:"prompt"`
	Output float64 `json:"output"`
}

// CurrencyName returns the currency that the prices are in.
func (l *PriceList) CurrencyName() string { return cmp.Or(l.Currency, "USD") }

// Check validates what types cannot express of the prices, whose node is n.
func (l *PriceList) Check(n *strict.Node) error {
	for model, price := range l.Models {
		if price.Prompt < 0 || price.Output < 0 {
			return n.Get("models").Get(model).Errorf("prices: %s has a negative price", model)
		}
	}
	return nil
}

// Of returns the price of a model; ok is false when neither it nor the others have one.
func (l *PriceList) Of(model string) (p Price, ok bool) {
	if p, ok = l.Models[model]; !ok {
		p, ok = l.Models[defaultModel]
	}
	return p, ok
}

// Tokens returns the price of so many tokens. Each part is rounded before it is added: else some processors would fuse
// the operations.
func (p Price) Tokens(prompt, output int) float64 {
	return float64(float64(p.Prompt*float64(prompt))/1e6) + float64(float64(p.Output*float64(output))/1e6)
}
