package database

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Fix repairs a model's parameters for a query (F7): incomplete filters are dropped, and {} instead of a list of
// filters is an empty list. The error is about parameters that cannot be repaired; then they stay unchanged. They are
// never changed in place.
func Fix(tool string, params any) (any, error) {
	o, ok := params.(*record.Object)
	if !ok {
		return params, fmt.Errorf("params must be a dict, got %s", record.Kind(params))
	}
	fixed := o.Copy()
	for _, name := range []string{"filters", "or_filters"} {
		if !fixed.Has(name) {
			continue
		}
		filters, err := fixFilters(name, fixed.Get(name))
		if err != nil {
			return params, err
		}
		fixed.Set(name, filters)
	}
	if err := checkData(tool, fixed); err != nil {
		return params, err
	}
	return fixed, nil
}

func fixFilters(name string, v any) ([]any, error) {
	if o, ok := v.(*record.Object); ok && o.Len() == 0 {
		return []any{}, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%s must be a list, got %s", name, record.Kind(v))
	}
	filters := []any{}
	for _, f := range list {
		if o, ok := f.(*record.Object); ok && o.Has("field") && o.Has("op") {
			filters = append(filters, o)
		}
	}
	return filters, nil
}

func checkData(tool string, params *record.Object) error {
	if !params.Has("data") {
		return nil
	}
	data := params.Get("data")
	_, isRow := data.(*record.Object)
	list, isList := data.([]any)
	switch {
	case tool == "db_update" && !isRow:
		return fmt.Errorf("db_update data must be a dict, got %s", record.Kind(data))
	case tool == "db_create" && !isRow && !isList:
		return fmt.Errorf("db_create data must be dict or list, got %s", record.Kind(data))
	case tool != "db_create":
		return nil
	}
	for i, row := range list {
		if _, ok := row.(*record.Object); !ok {
			return fmt.Errorf("db_create data[%d] must be a dict, got %s", i, record.Kind(row))
		}
	}
	return nil
}
