package goldens

import (
	"bytes"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Equal reports whether two calls are the same request. A nil list is an empty one.
func (c Call) Equal(d Call) bool {
	if c.Digest != "" || d.Digest != "" {
		return c.Path == d.Path && c.Stage == d.Stage && c.digest() == d.digest()
	}
	return c.Path == d.Path && c.Stage == d.Stage && bytes.Equal(c.Format, d.Format) &&
		bytes.Equal(c.Parameters, d.Parameters) &&
		slices.EqualFunc(c.Messages, d.Messages, pipeline.Message.Equal) && slices.EqualFunc(c.Tools, d.Tools,
		equalTools)
}

func equalTools(a, b pipeline.Tool) bool {
	return a.Name == b.Name && a.Description == b.Description && bytes.Equal(a.Parameters, b.Parameters)
}

// CallText returns the text of a golden with one call alone, of no case. It is in version 1 of the format for good, so
// that its digest never changes.
func CallText(c Call) ([]byte, error) { return (&File{Version: 1, Calls: []Call{c}}).Append(nil) }

// CallDigest returns the digest of a call's text; of a call whose text is not kept, the digest that it has.
func CallDigest(c Call) (string, error) {
	if c.Digest != "" {
		return c.Digest, nil
	}
	text, err := CallText(c)
	return Digest(text), err
}

// digest returns the digest of a call; empty if it cannot be written.
func (c Call) digest() string {
	digest, err := CallDigest(c)
	if err != nil {
		return ""
	}
	return digest
}
