#!/bin/sh
# A weather desk on curl and sed, at Ollama's API. A process lasts a turn: the user's text is on stdin, and what has
# been said so far lies in the case's folder.
set -eu

prompt='# Role\nYou are the weather desk of a small harbour.\n\n# Rules\nAnswer in one sentence.\n'
tools='[{"type": "function", "function": {"name": "get_weather", "description": "The weather of a city.", "parameters":
{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}]'
said="$BEAVER_EVAL_DIR/messages"

# say MESSAGE: adds a message, as JSON.
say() { printf ',\n%s' "$1" >> "$said"; }

# ask: prints the answer's lines, each a JSON object with a piece of the message.
ask() {
	printf '{"model": "%s", "tools": %s, "messages": [%s]}' "${MODEL:-llama3.2}" "$tools" "$(cat "$said")" |
		curl --silent --show-error --fail-with-body --no-buffer --data-binary @- "$OLLAMA_HOST/api/chat"
}

# text: prints the texts of the pieces in one line, as they stand in JSON.
text() { sed -n 's/.*"content":"\(\([^"\\]\|\\.\)*\)".*/\1/p' | tr -d '\n'; }

weather() {
	case $1 in
	Oslo) echo 'sunny, 21 degrees' ;;
	Bergen) echo 'rain, 14 degrees' ;;
	*) echo unknown ;;
	esac
}

[ -e "$said" ] || printf '{"role": "system", "content": "%s"}' "$prompt" > "$said"
say "{\"role\": \"user\", \"content\": \"$(sed 's/[\\"]/\\&/g' | tr '\n' ' ' | sed 's/ $//')\"}"
while
	answer=$(ask) || exit 1
	city=$(printf '%s\n' "$answer" | sed -n 's/.*"tool_calls".*"city":"\([^"]*\)".*/\1/p')
	[ "$city" ]
do
	say "{\"role\": \"assistant\", \"content\": \"\", \"tool_calls\": [{\"function\":
{\"name\": \"get_weather\", \"arguments\": {\"city\": \"$city\"}}}]}"
	say "{\"role\": \"tool\", \"tool_name\": \"get_weather\", \"content\": \"$(weather "$city")\"}"
done
reply=$(printf '%s\n' "$answer" | text)
say "{\"role\": \"assistant\", \"content\": \"$reply\"}"
printf '%s\n' "$reply" | sed 's/\\"/"/g'
