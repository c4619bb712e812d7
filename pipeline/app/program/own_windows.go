package program

import "os"

// own reports true: each user has a folder for temporary files of their own.
func own(os.FileInfo) bool { return true }
