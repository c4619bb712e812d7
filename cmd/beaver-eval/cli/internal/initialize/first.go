package initialize

// The one case that init writes, its file, and what the user and the model say in it.
const (
	caseName = "first"
	caseFile = caseName + ".yaml"

	userText  = "Hello! What can you do?"
	modelText = "I can help you with your orders."
)
