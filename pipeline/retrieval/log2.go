package retrieval

import "math/bits"

// log2 returns the binary logarithm of a/b in units of 2^-20, for 0 < b <= a < 2^63. It squares integers: math.Log may
// differ in its last bit from processor to processor.
func log2(a, b uint64) int64 {
	whole := bits.Len64(a/b) - 1
	m, _ := bits.Div64(a>>1, a<<63, b<<whole) // a/b without the power of two: 1 is 2^63
	log := int64(whole)
	for range 20 {
		hi, lo := bits.Mul64(m, m) // 1 is 2^126
		log <<= 1
		if hi>>63 == 1 {
			log++
			m = hi
		} else {
			m = hi<<1 | lo>>63
		}
	}
	return log
}
