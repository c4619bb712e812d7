# Waits for the end of the process that holds the other end of the input, and then ends what that has started: $1 says
# what, $2 is the mark that it carries.
trap '' HUP INT QUIT TERM
pid=
if [ "$1" = tree ]; then read -r pid; fi
while read -r line; do :; done
if [ "$1" = group ]; then kill -KILL 0; fi

end_tree() {
	kill -STOP "$1"
	for child in $(ps -A -o pid= -o ppid= | awk -v parent="$1" '$2 == parent { print $1 }'); do end_tree "$child"; done
	kill -KILL "$1"
}
if [ -n "$pid" ]; then end_tree "$pid"; fi 2>/dev/null

# Where the system shows environments, those that carry the mark, wherever they have gone; again, as long as there are
# some: one may have started another meanwhile.
for round in 1 2 3 4 5 6 7 8 9 10; do
	marked=$(grep -ls "$2" /proc/[0-9]*/environ)
	if [ -z "$marked" ]; then break; fi
	for file in $marked; do
		process=${file#/proc/}
		kill -KILL "${process%/environ}"
	done
done 2>/dev/null
