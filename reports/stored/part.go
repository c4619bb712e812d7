package stored

import "fmt"

// ShardsDir is the folder of shards below that of the reports. A shard is no run, and no name of a run leads there.
const ShardsDir = "shards"

// Shard says which part of a run a folder holds: its finished cases, in the journal, without tables.
type Shard struct {
	K      int    `json:"shard"` // from 1
	N      int    `json:"of"`
	ByTime string `json:"by_time,omitempty"` // the run whose times have divided the cases; empty: their names have
}

// String returns K/N.
func (s *Shard) String() string { return fmt.Sprintf("%d/%d", s.K, s.N) }

// Folder returns the name of its folder below ShardsDir.
func (s *Shard) Folder() string { return fmt.Sprintf("%d-of-%d", s.K, s.N) }

// folderOf returns the name of its first folder, or of the ith one.
func (s *Shard) folderOf(i int) string {
	if i == 1 {
		return s.Folder()
	}
	return fmt.Sprintf("%s.%d", s.Folder(), i)
}
