module github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/testdata/peers/goldie

go 1.26.0

require github.com/sebdah/goldie/v2 v2.8.0

require (
	github.com/pmezard/go-difflib v1.0.0 // indirect
	github.com/sergi/go-diff v1.0.0 // indirect
)
