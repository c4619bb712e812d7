package page

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// chunkFile keeps the chunks of a page in a temporary file, since the head stands before them, and says at last which
// cases have texts.
type chunkFile struct {
	file *os.File
	all  []keptChunk
	size int64
}

// keptChunk is where a chunk lies in the file.
type keptChunk struct {
	number   int
	at, size int64
}

func newChunkFile() (*chunkFile, error) {
	file, err := os.CreateTemp("", "beaver-eval-page-*")
	return &chunkFile{file: file}, err
}

func (c *chunkFile) keep(number int, text []byte) error {
	c.all = append(c.all, keptChunk{number, c.size, int64(len(text))})
	c.size += int64(len(text))
	_, err := c.file.Write(text)
	return err
}

func (c *chunkFile) drop(number int) {
	c.all = slices.DeleteFunc(c.all, func(k keptChunk) bool { return k.number == number })
}

// writeTo writes a template for each chunk, in the order of their numbers.
func (c *chunkFile) writeTo(w io.Writer) error {
	slices.SortFunc(c.all, func(a, b keptChunk) int { return a.number - b.number })
	for _, k := range c.all {
		if _, err := fmt.Fprintf(w, "<template id=\"d-%d\">", k.number); err != nil {
			return err
		}
		if _, err := io.Copy(w, io.NewSectionReader(c.file, k.at, k.size)); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "</template>\n"); err != nil {
			return err
		}
	}
	return nil
}

// close removes the file.
func (c *chunkFile) close() error {
	return errors.Join(c.file.Close(), os.Remove(c.file.Name()))
}
