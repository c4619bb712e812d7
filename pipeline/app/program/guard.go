// A guard ends programs with all that they start, also when this process is killed and can do nothing any more.
// A group of processes has a guard, a small shell that waits for the end of its input: that is a pipe, whose other end
// the system closes when this process ends, however it ends. Where there is no /bin/sh, and on Windows, nobody does so.
// On Windows what a process leaves when it ends by itself stays too; elsewhere than on Linux so does what has left its
// process group.

package program
