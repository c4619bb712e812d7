package retrieval_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

func TestCoverage(t *testing.T) {
	w, err := retrieval.NewWords()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]float64{ // from, to
		"The parcel 1Z999AA10123456784 is on its way.": {1, 1}, // a word with digits does not count
		"the kldsfjq":  {0.3, 0.3},
		"":             {0, 0},
		"4711 … 12:30": {0, 0},
		"OK 退款已批准":     {0.2, 0.3},
		"您的订单已经发出,预计本周末之前送达。":                                                                      {0, 0},
		"Ваша посылка уже в пути.":                                                                 {0, 0.1},
		"Wir haben Ihre Bestellung geprüft, und das Paket wird bald bei Ihnen sein.":               {0, 0.5},
		"Nous avons vérifié votre commande et le colis sera chez vous avant la fin de la semaine.": {0, 0.5},
		"Su pedido está en camino y llegará antes del final de la semana.":                         {0, 0.5},
		"Uw bestelling is onderweg en komt voor het einde van de week aan.":                        {0, 0.5},
	} {
		if got := w.Coverage(text); got < want[0]-1e-9 || got > want[1]+1e-9 {
			t.Errorf("%q: %.3f, want %v", text, got, want)
		}
	}
}

// The coverage of English replies that people and models wrote.
func TestCoverageOfReplies(t *testing.T) {
	root := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	f, err := os.Open(filepath.Join(root, "data", "conversations", "messages.jsonl"))
	if err != nil {
		t.Skip("no recorded conversations here")
	}
	defer f.Close()
	w, err := retrieval.NewWords()
	if err != nil {
		t.Fatal(err)
	}
	var shares []float64
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var c struct {
			Messages []struct{ Role, Content string }
		}
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		for _, m := range c.Messages {
			if m.Role == "assistant" && len(m.Content) >= 15 {
				shares = append(shares, w.Coverage(m.Content))
			}
		}
	}
	slices.Sort(shares)
	first, half := shares[len(shares)/100], shares[len(shares)/2]
	t.Logf("%d replies: 99 of 100 are known to %.2f or more, half of them to %.2f", len(shares), first, half)
	if len(shares) < 1000 || first < 0.6 || half < 0.95 {
		t.Errorf("%d replies, %.2f, %.2f", len(shares), first, half)
	}
}
