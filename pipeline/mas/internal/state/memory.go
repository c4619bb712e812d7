package state

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Memory is an agent's persistent memory: append-only Markdown (D), or in the program texts by the time of their
// addition.
type Memory struct {
	text    Text
	entries Map[Text]
	dict    bool
}

// MemoryText returns a memory that is one text.
func MemoryText(text Text) Memory { return Memory{text: text} }

// MemoryDict returns a memory of entries.
func MemoryDict(entries Map[Text]) Memory { return Memory{entries: entries, dict: true} }

// Text returns the text of a memory that is one.
func (m *Memory) Text() Text { return m.text }

// Entries returns the entries of such a memory, by time; ok reports whether it is one.
func (m *Memory) Entries() (entries *Map[Text], ok bool) { return &m.entries, m.dict }

// Append adds a text on a new line (seed 3.1).
func (m *Memory) Append(text Text) {
	m.text = Text{pipeline.JoinPieces(m.text.Pieces, pipeline.TextSource{}.Of("\n"), text.Pieces)}
}

// MemoryCommand changes a memory of entries: it adds a text, or else deletes a key.
type MemoryCommand struct {
	Add    *Text   `json:"add,omitempty"`
	Delete *string `json:"delete,omitempty"`
}

// stamp is the format of an entry's key; milliseconds follow if that key is taken (A4).
const stamp = "20060102T150405"

// Apply executes commands (A4). now is called once for each added text. A memory that was one text becomes one of
// entries; its old text stays, under no time.
func (m *Memory) Apply(now func() time.Time, commands ...MemoryCommand) {
	if !m.dict {
		m.dict = true
		if len(m.text.Pieces) > 0 {
			m.entries.Set("", m.text)
			m.text = Text{}
		}
	}
	var from time.Time // times already tried
	for _, c := range commands {
		switch {
		case c.Add != nil:
			var key string
			if t := now(); t.After(from) {
				from = t
			}
			key, from = m.free(from)
			m.entries.Set(key, *c.Add)
		case c.Delete != nil:
			m.entries.Delete(*c.Delete)
		}
	}
}

// free returns an unused key for a time, and the time of that key: the program's two spellings, then the next
// milliseconds, so that no entry is lost if a clock stands still.
func (m *Memory) free(t time.Time) (string, time.Time) {
	if key := t.Format(stamp); !m.has(key) {
		return key, t
	}
	for {
		key := t.Format(stamp) + t.Format(".000")[1:]
		if !m.has(key) {
			return key, t
		}
		t = t.Add(time.Millisecond)
	}
}

func (m *Memory) has(key string) bool {
	_, ok := m.entries.Get(key)
	return ok
}

// String returns the whole memory as text.
func (m *Memory) String() string {
	if !m.dict {
		return m.text.String()
	}
	var texts []string
	for _, t := range m.entries.All() {
		texts = append(texts, t.String())
	}
	return strings.Join(texts, "\n")
}

// MarshalJSON implements json.Marshaler: a string, or an object of entries.
func (m Memory) MarshalJSON() ([]byte, error) {
	if m.dict {
		return json.Marshal(m.entries)
	}
	return json.Marshal(m.text)
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Memory) UnmarshalJSON(raw []byte) error {
	*m = Memory{}
	if strings.HasPrefix(string(raw), "{") {
		m.dict = true
		return json.Unmarshal(raw, &m.entries)
	}
	return json.Unmarshal(raw, &m.text)
}
