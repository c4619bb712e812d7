package tables

// Count is how many rows a table has.
func (t *Tables) Count(name string) int { return len(t.rows[name]) }
