package prompt

import "io/fs"

// File is a file of a folder, and the destination of its template.
type File struct {
	Name string
	Data any // as in Spec
	Into **Template
}

// LoadInto loads every file of a folder as LoadAll does, with one separator between sections, and stores each at its
// destination. Files that are rendered otherwise come as specs.
func LoadInto(fsys fs.FS, sep string, files []File, others ...Spec) (Set, error) {
	specs := others[:len(others):len(others)]
	for _, f := range files {
		specs = append(specs, Spec{File: f.Name, Sep: sep, Data: f.Data})
	}
	set, err := LoadAll(fsys, specs...)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		*f.Into = set[f.Name]
	}
	return set, nil
}
