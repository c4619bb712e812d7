package program

import "os"

// own reports that a folder is this user's: each user has a folder for temporary files of his own.
func own(os.FileInfo) bool { return true }
