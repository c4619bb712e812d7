package json5

import "github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"

// plain returns a value in the types of Parse.
func plain(v any) any {
	switch v := v.(type) {
	case list:
		all := make([]any, len(v))
		for i, item := range v {
			all[i] = plain(item)
		}
		return all
	case object:
		all := map[string]any{}
		for _, m := range v {
			all[m.key] = plain(m.value)
		}
		return all
	case number:
		return v.float()
	}
	return v
}

func appendJSON(b []byte, v any) ([]byte, error) {
	var err error
	switch v := v.(type) {
	case nil:
		b = append(b, "null"...)
	case bool:
		if v {
			return append(b, "true"...), nil
		}
		b = append(b, "false"...)
	case string:
		b = jsonvalue.AppendString(b, v)
	case number:
		var s string
		s, err = v.json()
		b = append(b, s...)
	case list:
		b, err = appendItems(b, '[', len(v), func(b []byte, i int) ([]byte, error) { return appendJSON(b, v[i]) })
	case object:
		b, err = appendItems(b, '{', len(v), func(b []byte, i int) ([]byte, error) {
			return appendJSON(append(jsonvalue.AppendString(b, v[i].key), ':'), v[i].value)
		})
	}
	return b, err
}

func appendItems(b []byte, begin byte, n int, item func([]byte, int) ([]byte, error)) ([]byte, error) {
	b = append(b, begin)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = item(b, i); err != nil {
			return nil, err
		}
	}
	return append(b, begin+2), nil // ] and } are two code points after [ and {
}
