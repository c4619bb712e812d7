package ollama

// Neutral returns the part of a server's message that an error repeats.
var Neutral = neutral
