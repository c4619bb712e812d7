package score

import (
	"cmp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/suites/bill"
)

// PriceList holds the prices of a suite's models.
type PriceList struct {
	Currency string           `json:"currency"` // the currency of the prices; default USD
	Cache    string           `json:"cache"`    // the provider whose cache keeps prompts; default none
	Models   map[string]Price `json:"models"`   // the prices by name of the model; "default" is for the others
}

// defaultModel is the entry of prices for the models without one of their own.
const defaultModel = "default"

// Price is the price of a million tokens.
type Price struct {
	Prompt float64 `json:"prompt"` // the price of tokens of the prompt
	// the price of what the cache has kept of the prompt; none: that of the prompt
	Cached *float64 `json:"cached"`
	Output float64  `json:"output"` // the price of tokens of the answer
}

// CurrencyName returns the currency that the prices are in.
func (l *PriceList) CurrencyName() string { return cmp.Or(l.Currency, "USD") }

// Check validates what types cannot express of the prices, whose node is n.
func (l *PriceList) Check(n *strict.Node) error {
	if l.Cache != "" && !slices.Contains(bill.Providers(), l.Cache) {
		return n.Get("cache").Errorf("prices: no rules of the cache of %q; there are: %s", l.Cache,
			strings.Join(bill.Providers(), ", "))
	}
	for model, price := range l.Models {
		if price.Prompt < 0 || price.Output < 0 || price.Cached != nil && *price.Cached < 0 {
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

// Rules returns the rules by which prompts are kept; l may be nil.
func (l *PriceList) Rules() bill.Rules {
	if l == nil {
		return bill.RulesOf(bill.None)
	}
	return bill.RulesOf(l.Cache)
}

// Tokens returns the price of so many tokens, of which a cache has kept those that are cached. Each part is rounded
// before it is added: else some processors would fuse the operations.
func (p Price) Tokens(prompt, cached, output int) float64 {
	part := func(price float64, tokens int) float64 { return float64(float64(price*float64(tokens)) / 1e6) }
	if p.Cached == nil {
		return part(p.Prompt, prompt) + part(p.Output, output)
	}
	return part(p.Prompt, prompt-cached) + part(*p.Cached, cached) + part(p.Output, output)
}
