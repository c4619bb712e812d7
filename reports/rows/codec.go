package rows

import (
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/compress"
	parquetzstd "github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// window is how far back a compressed page refers. An encoder keeps twice as much for pages of more than 128 kB; the
// codec of parquet-go takes 4 MB, and an encoder for each processor and file.
const window = 1 << 20

// codec compresses the pages of files that are written together, by one encoder.
type codec struct {
	parquetzstd.Codec // reads them
	encoder           func() (*zstd.Encoder, error)
}

func newCodec() *codec {
	return &codec{encoder: sync.OnceValues(func() (*zstd.Encoder, error) {
		return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest),
			zstd.WithWindowSize(window), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
	})}
}

var _ compress.Codec = (*codec)(nil)

// CompressionCodec implements compress.Codec.
func (c *codec) CompressionCodec() format.CompressionCodec { return format.Zstd }

// Encode implements compress.Codec.
func (c *codec) Encode(dst, src []byte) ([]byte, error) {
	e, err := c.encoder()
	if err != nil {
		return nil, err
	}
	return e.EncodeAll(src, dst[:0]), nil
}
