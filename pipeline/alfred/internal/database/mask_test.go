package database_test

import (
	"strconv"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// A mask forgets nothing: a deleted row, and one whose reference was dropped, stay hidden.
func TestMaskForgetsNothingF0(t *testing.T) {
	const id = "6f1c2a9e-83b4-4d17-9c60-2b5e8f7a1d03"
	l := layerOf(t, id)
	read, err := l.Translate("db_read", record.Of(record.Field{Key: "table", Value: "recipes"}))
	if err != nil {
		t.Fatal(err)
	}
	content, err := read.Query()
	if err != nil {
		t.Fatal(err)
	}
	read.Register(content, pipeline.TextSource{})
	if got := l.Mask().Text("see " + id); got != "see recipe_1" {
		t.Errorf("after the read: %q", got)
	}
	l.Registry.Clear()
	if _, err := l.Tables.Run("db_delete", record.Of(record.Field{Key: "table", Value: "recipes"}), nil); err != nil {
		t.Fatal(err)
	}
	if got := l.Mask().Text("see " + id[:13] + ", " + id); got != "see [id], [id]" {
		t.Errorf("after all is gone: %q", got)
	}
}

func layerOf(t testing.TB, ids ...string) *database.Layer {
	var rows []*record.Object
	for _, id := range ids {
		rows = append(rows, record.Of(record.Field{Key: "id", Value: id}, record.Field{Key: "name", Value: "Dal"}))
	}
	loaded, err := database.Load(memory.Kitchen(), record.Of(record.Field{Key: "recipes", Value: record.List(rows)}))
	if err != nil {
		t.Fatal(err)
	}
	return &database.Layer{Tables: loaded, Registry: memory.NewRegistry(memory.Kitchen(), false)}
}

// Masks a call over a thousand rows, all of which have references.
func BenchmarkMask(b *testing.B) {
	var ids []string
	for i := range 1000 {
		ids = append(ids, database.UUID(strconv.Itoa(i)))
	}
	l := layerOf(b, ids...)
	for _, id := range ids {
		l.Registry.ChangedInUI(id, "recipe", "", "mentioned:user", pipeline.TextSource{})
	}
	l.Mask()
	for b.Loop() {
		l.Mask()
	}
}
