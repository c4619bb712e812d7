package state

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Memory is an agent's persistent memory: Markdown that is only ever added to (D), or in the later program texts by the
// time at which they were added.
type Memory struct {
	text    Text
	entries Map[Text]
	dict    bool
}

// MemoryText is a memory that is one text.
func MemoryText(text Text) Memory { return Memory{text: text} }

// MemoryDict is a memory of entries.
func MemoryDict(entries Map[Text]) Memory { return Memory{entries: entries, dict: true} }

// Text is the memory that is one text.
func (m *Memory) Text() Text { return m.text }

// Entries are those of a memory of entries, by time; ok reports whether it is one.
func (m *Memory) Entries() (entries *Map[Text], ok bool) { return &m.entries, m.dict }

// Append adds a text on a line of its own (seed 3.1).
func (m *Memory) Append(text Text) {
	m.text = Text{pipeline.JoinPieces(m.text.Pieces, pipeline.TextSource{}.Of("\n"), text.Pieces)}
}

// MemoryCommand changes a memory of entries: it adds a text, else deletes a key.
type MemoryCommand struct {
	Add    *Text   `json:"add,omitempty"`
	Delete *string `json:"delete,omitempty"`
}

// stamp is how an entry's key spells its time; milliseconds follow where that key is taken (A4).
const stamp = "20060102T150405"

// Apply carries out commands (A4). now is asked once for each text that is added. A memory that was one text becomes
// one of entries; what it said stays, under no time.
func (m *Memory) Apply(now func() time.Time, commands ...MemoryCommand) {
	if !m.dict {
		m.dict = true
		if len(m.text.Pieces) > 0 {
			m.entries.Set("", m.text)
			m.text = Text{}
		}
	}
	var from time.Time // what was tried in vain
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

// free is a key of the time that no entry has, and the time that it stands for: the program's two spellings, then the
// next milliseconds, so that no entry is lost when a clock stands.
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

// String is all that the memory says.
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
