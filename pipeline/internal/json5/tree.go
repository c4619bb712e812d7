package json5

// A value is nil, a bool, a string, a number, a list or an object.
type (
	list   []any
	object []member // in order; a key can be repeated
	member struct {
		key   string
		value any
	}
	number struct {
		negative bool
		spelled  string // without its sign
	}
)
