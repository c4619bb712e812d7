package router

// Router makes the instructions of a result: out of the outputs that it declares, or out of those that the answer has
// brought itself.
type Router struct {
	Outputs []Output
	Resolve func([]Value) []Instruction
}

// Route resolves the outputs of an answer. They have to be an object that has every declared key, null counts too; else
// the node is to try again (G6).
func (r Router) Route(outputs any) []Instruction {
	values, ok := r.Values(outputs)
	if !ok {
		return []Instruction{{Type: TypeRetry}}
	}
	return r.Resolve(values)
}

// RouteDynamic is Route, unless the answer brings at least one instruction that there is: then these count, with or
// without outputs (G6).
func (r Router) RouteDynamic(outputs any, next []any) []Instruction {
	if own := ParseNext(next); len(own) > 0 {
		return own
	}
	return r.Route(outputs)
}

// Values are the declared outputs with their values; ok is false where one is missing.
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
