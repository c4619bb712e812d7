// A guard ends programs with all that they start, also when this process is killed and can do nothing any more. A
// process group has a guard, a small shell that waits for the end of its input: a pipe, whose other end the system
// closes when this process ends, however it ends. Without /bin/sh, and on Windows, there is no guard. On Windows,
// children of a process that ends by itself also stay; on systems other than Linux, so do those that have left its
// process group.

package program
