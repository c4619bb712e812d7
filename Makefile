GO ?= go

.PHONY: build test test-whole soak lint vet-others bench real notices

build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o beaver-eval ./cmd/beaver-eval

test:
	$(GO) test -short ./...

test-whole:
	$(GO) test ./...

soak:
	.ci/soak

lint:
	@test -z "$$(gofmt -l .)" || { echo 'not formatted:'; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	cd pipeline/contracttest/testdata && $(GO) vet ./... && $(GO) tool staticcheck ./...
	$(GO) test -run ImportRules ./cmd/beaver-eval

vet-others:
	GOOS=darwin $(GO) vet ./...
	GOOS=windows $(GO) vet ./...

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

real:
	SHARED='$(or $(SHARED),../shared)' .ci/real

notices:
	.ci/notices > THIRD_PARTY_NOTICES
