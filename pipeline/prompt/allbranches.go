package prompt

import "io/fs"

// AllBranches returns the branches of each *.tmpl file of a folder, by name.
func AllBranches(fsys fs.FS) (map[string]*FileBranches, error) {
	names, err := templateFiles(fsys)
	if err != nil {
		return nil, err
	}
	all := map[string]*FileBranches{}
	for _, name := range names {
		if all[name], err = Branches(fsys, name); err != nil {
			return nil, err
		}
	}
	return all, nil
}
