package router

// Router makes the instructions of a result: from the declared outputs, or from the answer's own instructions.
type Router struct {
	Outputs []Output
	Resolve func([]Value) []Instruction
}

// Route resolves the outputs of an answer. They must be an object with every declared key, null included; else the
// result is a retry (G6).
func (r Router) Route(outputs any) []Instruction {
	values, ok := r.Values(outputs)
	if !ok {
		return []Instruction{{Type: TypeRetry}}
	}
	return r.Resolve(values)
}

// RouteDynamic is Route, unless the answer has at least one valid instruction: then these count, with or without
// outputs (G6).
func (r Router) RouteDynamic(outputs any, next []any) []Instruction {
	if own := ParseNext(next); len(own) > 0 {
		return own
	}
	return r.Route(outputs)
}

// Values returns the declared outputs with their values; ok is false if one is missing.
func (r Router) Values(outputs any) (values []Value, ok bool) {
	object, ok := outputs.(map[string]any)
	if !ok {
		return nil, false
	}
	for _, o := range r.Outputs {
		v, has := object[o.Key]
		if !has {
			return nil, false
		}
		values = append(values, Value{o, v})
	}
	return values, true
}
