package skills_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Loads the collected skills from disk and from memory.
func BenchmarkLoad(b *testing.B) {
	onDisk := found(b)
	inMemory := make([]pipeline.SkillDir, len(onDisk))
	bytes := 0
	for i, dir := range onDisk {
		data, err := fs.ReadFile(dir.Dir, skills.File)
		if err != nil {
			b.Fatal(err)
		}
		bytes += len(data)
		inMemory[i] = pipeline.SkillDir{Path: dir.Path, Dir: fstest.MapFS{skills.File: {Data: data}}}
	}
	for _, from := range []struct {
		name string
		dirs []pipeline.SkillDir
	}{{"disk", onDisk}, {"memory", inMemory}} {
		b.Run(from.name, func(b *testing.B) {
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			for b.Loop() {
				skills.Load(from.dirs, skills.Lenient)
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	found(b)
	for b.Loop() {
		found(b)
	}
}
