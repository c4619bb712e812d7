package score

// LongestCommon returns the length of the longest common subsequence.
func LongestCommon(budget *Budget, a, b []string) (int, error) {
	if err := budget.Spend(len(a) * len(b)); err != nil {
		return 0, err
	}
	row := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			above := row[j+1]
			if row[j+1] = max(above, row[j]); a[i] == b[j] {
				row[j+1] = diagonal + 1
			}
			diagonal = above
		}
	}
	return row[len(b)], nil
}
