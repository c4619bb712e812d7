package rows

import "crypto/sha256"

// textRow is a text by its digest.
type textRow struct {
	Digest string `parquet:"digest"`
	Text   string `parquet:"text"`
	Tokens int32  `parquet:"tokens"`
}

func (r textRow) size() int { return sizeOf(r.Digest, r.Text) + numSize }

func (r textRow) check() (column, value string) { return "text", r.Text }

// digest is the digest of a text; a row has it as hex digits.
type digest [16]byte

func digestOf(text string) digest {
	sum := sha256.Sum256([]byte(text))
	return digest(sum[:16])
}

// part returns the part, out of parts, to which a digest belongs.
func (d digest) part(parts uint64) uint64 {
	return (uint64(d[0])<<24 | uint64(d[1])<<16 | uint64(d[2])<<8 | uint64(d[3])) % parts
}
