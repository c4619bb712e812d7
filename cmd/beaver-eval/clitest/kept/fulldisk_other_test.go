//go:build !linux

package kept_test

import "testing"

func fullDisk(t *testing.T) string {
	t.Skip("a small disk is only made on Linux")
	return ""
}
