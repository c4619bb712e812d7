package alfred

import (
	"os"
	"testing"
)

// loaded are the templates of the system itself.
func loaded(t *testing.T) *prompts {
	t.Helper()
	p, err := loadPrompts(os.DirFS("prompts"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLoad(t *testing.T) { loaded(t) }
