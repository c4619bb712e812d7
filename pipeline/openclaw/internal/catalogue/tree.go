package catalogue

import (
	"io/fs"
	"path"
	"strings"
)

// maxLinks is the maximum length of a chain of links.
const maxLinks = 40

// tree is a file system with a folder that no link may lead out of.
type tree struct {
	fsys   fs.FS
	within string // a path without links; empty: everything
}

// resolve returns the path with all links resolved; ok is false if there is nothing, or if it lies outside.
func (t tree) resolve(at string) (real string, ok bool) {
	real, rest, links := ".", at, 0
	for rest != "" {
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		if part == "" || part == "." {
			continue
		}
		if part == ".." {
			real = path.Dir(real)
			continue
		}
		next := path.Join(real, part)
		info, err := fs.Lstat(t.fsys, next)
		if err != nil {
			return "", false
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			real = next
			continue
		}
		target, err := fs.ReadLink(t.fsys, next)
		if links++; err != nil || links > maxLinks {
			return "", false
		}
		if path.IsAbs(target) {
			real = "."
		}
		rest = target + "/" + rest
	}
	inside := t.within == "" || t.within == "." || real == t.within || strings.HasPrefix(real, t.within+"/")
	return real, inside
}

// stat describes the file at a path, behind its links; nil for nothing, and for files outside.
func (t tree) stat(at string) fs.FileInfo {
	real, ok := t.resolve(at)
	if !ok {
		return nil
	}
	info, err := fs.Stat(t.fsys, real)
	if err != nil {
		return nil
	}
	return info
}

// exists reports whether there is a file at a path, inside or not.
func (t tree) exists(at string) bool { return tree{fsys: t.fsys}.stat(at) != nil }

// folders returns the names of the folders that may be skills, including links to folders.
func (t tree) folders(at string) []string {
	var names []string
	for _, e := range t.entries(at) {
		info := tree{fsys: t.fsys}.stat(path.Join(at, e.Name()))
		if info != nil && info.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// entries returns the entries of a folder, by name, without those that are never searched.
func (t tree) entries(at string) []fs.DirEntry {
	real, ok := t.resolve(at)
	if !ok {
		return nil
	}
	all, err := fs.ReadDir(t.fsys, real)
	if err != nil {
		return nil
	}
	var some []fs.DirEntry
	for _, e := range all {
		if !strings.HasPrefix(e.Name(), ".") && e.Name() != "node_modules" {
			some = append(some, e)
		}
	}
	return some
}

// folder is a folder of a tree as a file system, whose links are followed as far as the tree allows.
type folder struct {
	tree
	at string
}

// Open implements fs.FS.
func (f folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	real, ok := f.resolve(path.Join(f.at, name))
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.fsys.Open(real)
}
