package fault

// transports returns the faults of a server. Each goes over HTTP, through the client for real servers.
func transports() []Fault {
	way := func(name, reason, says string) Fault {
		return Fault{Name: name, Class: Transport, Way: name, Says: says, expects: each(reason)}
	}
	timeout := func(name string, times int, says string) Fault {
		return Fault{Name: name, Class: Transport, Way: "timeout", Times: times, Says: says, expects: each("timeout")}
	}
	foreign := func(name, says string) Fault {
		return Fault{Name: name, Class: Transport, Says: says, foreign: true}
	}
	length := way(Length, "", "The answer ends at the token limit, after half of its text.")
	length.expects = expects{"malformed empty", "malformed empty", "malformed empty schema own -"}
	return []Fault{
		timeout("timeout", 0, "No answer comes, however often the stage asks."),
		timeout("timeout-once", 1, "No answer comes to the first request."),
		timeout("timeout-twice", 2, "No answer comes to the first two requests."),
		way("slow-first-byte", "-", "The answer begins after half of the time that the call has."),
		way("stall", "timeout", "The answer stops halfway, and the connection stays open."),
		way("cut-stream", "transport", "The connection closes halfway through the answer."),
		way("connection-refused", "unavailable", "Nothing listens at the address."),
		way("connection-reset", "transport", "The connection is reset before an answer begins."),
		way("model-not-found", "unavailable", "404: the server does not have the model."),
		way("context-overflow", "overflow", "400: the prompt is longer than the context."),
		way("status-429", "transport", "429: too many requests."),
		way("status-500", "transport", "500, with an error in JSON."),
		way("status-500-empty", "transport", "500, without a body."),
		way("queue-full", "transport", "503: the server's queue is full, at every attempt."),
		way("error-line", "transport", "The answer breaks off with a server error."),
		way("early-end", "transport", "The stream ends normally, but no line says done."),
		length,
		way("garbage", "transport", "Bytes that are not JSON come in the middle of the answer."),
		way("long-line", "transport", "A line of the answer is longer than 8 MB."),
		foreign("status-429-wait", "429: too many requests, and the client is told to wait for a second."),
		foreign("cut-body", "The connection closes after half of the body."),
		foreign("body-malformed", "The body, or an event of the stream, is not JSON."),
		foreign("body-empty", "Status 200 with an empty body."),
	}
}
