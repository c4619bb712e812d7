package ollama

// Neutral is what an error repeats of a server's words.
var Neutral = neutral
