package retrieval

// Document is something that can be found.
type Document struct {
	Name        string
	Description string
	Body        string // only its beginning is indexed: Config.Reach
}

func (d Document) fields() [3]string { return [3]string{d.Name, d.Description, d.Body} }

// One is the score of a document that contains every word and run of letters of the query, as often as counts, and
// whose vector has its direction. A score is at least 1.
const One = 1_000_000

// MaxQuery is the number of code points of a query that count.
const MaxQuery = 20_000
