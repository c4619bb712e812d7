package chinese

import "sync"

// Translator is a Dictionary that is loaded for the first text with Chinese characters. The zero value is ready for
// use. Any number of goroutines may use it.
type Translator struct {
	once sync.Once
	dict *Dictionary
	err  error
}

// Words is Dictionary.Words. An error says that the embedded table is broken.
func (t *Translator) Words(text string) ([]Word, error) {
	if !Has(text) {
		return nil, nil
	}
	t.once.Do(func() { t.dict, t.err = NewDictionary() })
	if t.err != nil {
		return nil, t.err
	}
	return t.dict.Words(text), nil
}
