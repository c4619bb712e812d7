package retrieval

// Document is what is known of one thing that can be found.
type Document struct {
	Name        string
	Description string
	Body        string // only its start is indexed: Config.Reach
}

func (d Document) fields() [3]string { return [3]string{d.Name, d.Description, d.Body} }

// One is the score of a document that holds every word and run of letters of the query, as often as one could wish, and
// points in its direction. A score is at least 1.
const One = 1_000_000

// MaxQuery is how many code points of a query are looked at.
const MaxQuery = 20_000
