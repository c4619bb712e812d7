package main

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// mostColumns is the most columns of a line; a tab has four.
const mostColumns = 120

// No line is longer than a screen.
func TestColumns(t *testing.T) {
	files := goFiles(t)
	if len(files) < 300 {
		t.Fatalf("only %d files: the list is not whole", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range longLines(file, text) {
			t.Errorf("%s:%d: more than %d columns", file, line, mostColumns)
		}
	}
}

// The test above finds long lines of code and of comments, except texts that cannot be broken.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 130)
	for text, want := range map[string][]int{
		"package a\n\n// " + long + "\n":                         {3},
		"package a\n\nvar s = \"" + long + "\"\n":                {3},
		"package a\n\nvar s = `" + long + "`\n":                  nil,
		"package a\n\nvar s = `a\n" + long + "\n`\n":             nil,
		"package a\n\nvar s = `" + long + "` // " + long + "\n":  {3},
		"package a\n\nvar s = `龍` // " + long[:100] + "\n":       nil,
		"package a\n\n" + strings.Repeat("\t", 31) + "var s int": {3},
	} {
		if got := longLines("a.go", []byte(text)); !slices.Equal(got, want) {
			t.Errorf("%q: lines %v, want %v", text, got, want)
		}
	}
}

// longLines returns the lines with too many columns. Raw strings do not count: they cannot be broken.
func longLines(file string, text []byte) []int {
	set := token.NewFileSet()
	var s scanner.Scanner
	f := set.AddFile(file, set.Base(), len(text))
	s.Init(f, text, nil, scanner.ScanComments)
	raw := make(map[int]int) // columns of raw strings, by line
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.STRING && lit[0] == '`' {
			for i, part := range strings.Split(lit, "\n") {
				raw[f.Line(pos)+i] += columns(part)
			}
		}
	}
	var long []int
	for i, line := range strings.Split(string(text), "\n") {
		if columns(line)-raw[i+1] > mostColumns {
			long = append(long, i+1)
		}
	}
	return long
}

func columns(line string) int {
	return utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
}

// goFiles returns the Go files of the module, by their path from its root.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(filepath.Join("..", "..")), ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && (strings.HasPrefix(e.Name(), ".") && file != "." || e.Name() == "testdata") {
			return fs.SkipDir
		}
		if strings.HasSuffix(file, ".go") {
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
