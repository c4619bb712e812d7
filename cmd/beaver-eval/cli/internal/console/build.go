package console

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strings"
)

// Build names this build of the program: its version, and the end of the build id that the linker wrote, which differs
// where the code does.
func Build() string {
	id := "without a build id"
	if text := buildID(); text != "" {
		id = text
	}
	return ReadVersion().Short() + ", " + id
}

// headBytes is how much of an executable is searched for its build id, which is near the beginning.
const headBytes = 64 << 10

// shownOfID is how many characters of a part of a build id distinguish two builds.
const shownOfID = 12

// buildID returns the last part of Go's build id, shortened: a digest of the executable. Empty: it cannot be found.
func buildID() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, headBytes)
	n, _ := io.ReadFull(f, head) // a shorter file is fine
	return findBuildID(head[:n])
}

// findBuildID searches the beginning of an executable: the ELF note, or elsewhere the mark before the code.
func findBuildID(head []byte) string {
	if i := bytes.Index(head, []byte("\x04\x00\x00\x00Go\x00\x00")); i >= 4 {
		size := int(head[i-4]) | int(head[i-3])<<8
		if text := head[i+8:]; size <= len(text) {
			return lastOf(string(text[:size]))
		}
	}
	_, text, found := bytes.Cut(head, []byte("\xff Go build ID: \""))
	if id, _, ended := bytes.Cut(text, []byte("\"\n \xff")); found && ended {
		return lastOf(string(id))
	}
	return ""
}

func lastOf(id string) string {
	last := id[strings.LastIndex(id, "/")+1:]
	return last[:min(len(last), shownOfID)]
}

// programDigest returns the SHA-256 of the executable that runs; empty: it cannot be read. A build id would be read
// faster, but a flag of the linker can set it, and a patched program keeps it.
func programDigest() string {
	f, err := os.Open("/proc/self/exe") // of Linux: the one that runs, even if a build has replaced it since
	if err != nil {
		name, err := os.Executable()
		if err != nil {
			return ""
		}
		if f, err = os.Open(name); err != nil {
			return ""
		}
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}
