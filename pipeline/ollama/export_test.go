package ollama

import "time"

// Neutral is what an error repeats of a server's words.
var Neutral = neutral

// SetPause sets how long a busy host is left alone.
func (c *Client) SetPause(d time.Duration) { c.pool.pause = d }
