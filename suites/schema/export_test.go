package schema

// Made and Key are what the test makes the comments of.
var (
	Made = of
	Key  = key
)
