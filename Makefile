GO ?= go

.PHONY: build build-queue test test-whole test-ollama fuzz soak lint types-others bench bench-peers bench-all real \
	live notices fallbacks recording screenshots release-snapshot

# What is on no path where time counts is not inlined, and HTTP/2, which no Ollama server speaks, is left out: together
# that is 2 MB. Functions begin at 16 bytes, as on arm64, not at 32: 0.4 MB.
small = net/... crypto/tls crypto/x509/... vendor/... golang.org/x/... google.golang.org/... github.com/spf13/... \
	github.com/olekukonko/... github.com/vbauerster/... github.com/ollama/... github.com/santhosh-tekuri/... \
	github.com/go-json-experiment/... gopkg.in/... github.com/andybalholm/... github.com/theory/... github.com/kaptinlin/... \
	github.com/wk8/... github.com/mailru/... github.com/buger/... math/big encoding/asn1 go/... \
	charm.land/... github.com/charmbracelet/... github.com/lucasb-eyer/... github.com/clipperhouse/... \
	$(own:%=github.com/beaver-eval/beaver-eval/%)
own := cmd/... reports/page reports/export reports/ci reports/terminal reports/cost reports/covered suites/project \
	suites/check suites/review suites/git suites/live suites/driven fixtures/importers pipeline/app/... \
	pipeline/ollama pipeline/openai pipeline/server pipeline/wire pipeline/internal/provider/...

build:
	CGO_ENABLED=0 $(GO) build -trimpath -tags nethttpomithttp2 -ldflags='-s -w -funcalign=16' $(small:%=-gcflags=%=-l) \
		-o beaver-eval ./cmd/beaver-eval

# A module of its own, so that the program above has nothing of NATS.
build-queue:
	cd cmd/beaver-eval-queue && CGO_ENABLED=0 $(GO) build -trimpath -tags nethttpomithttp2 -ldflags='-s -w' \
		$(small:%=-gcflags=%=-l) -o ../../beaver-eval-queue .

# Most of what the tests run is short: the linker, and each process of the program that a script starts. Collected less
# often, all of them together take a fifth less. make lint vets more than go test would.
quickly = TMPDIR=$${TMPDIR:-$$(.ci/scratch)} GOGC=400 $(GO) test -vet=off -timeout 20m

# WHOLE=./goldens names packages whose tests are not short.
short = $(if $(WHOLE),$$($(GO) list ./... | grep -vxF "$$($(GO) list $(WHOLE))"),./...)

test:
	$(quickly) -short $(short)
	$(if $(WHOLE),$(quickly) $(WHOLE))

test-whole:
	$(quickly) ./...

test-ollama:
	@GO='$(GO)' .ci/test-ollama

fuzz:
	@GO='$(GO)' FUZZTIME='$(or $(FUZZTIME),1m)' .ci/fuzz

soak:
	.ci/soak

# What the program never calls and may stay: reading and writing of providers become one in time, and the program with a
# queue is a module of its own.
unreachable := ^pipeline/wire/|unreachable func: MainWithQueue$$

# The program with a queue is made of the same versions of modules: otherwise each package is compiled for it once more.
versions = $(GO) list -deps -f '{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{end}}{{end}}' . | sort -u
same_modules = newer=$$( (cd cmd/beaver-eval && $(versions); cd ../beaver-eval-queue && $(versions)) | \
	grep -v '^github.com/beaver-eval/' | sort -u | cut -d' ' -f1 | uniq -d); test -z "$$newer" || \
	{ echo "other versions in cmd/beaver-eval-queue/go.mod than in go.mod:" $$newer; exit 1; }

lint types-others: export GOGC = 400
lint:
	@test -z "$$(gofmt -l .)" || { echo 'not formatted:'; gofmt -l .; exit 1; }
	$(GO) vet ./... ./.ci/types
	$(GO) tool staticcheck ./... ./.ci/types
	@$(same_modules)
	check=$$($(GO) tool -n staticcheck) && cd cmd/beaver-eval-queue && $(GO) vet ./... && $$check ./...
	cd pipeline/contracttest/testdata && $(GO) vet ./... && $(GO) tool staticcheck ./...
	$(GO) test -vet=off -run ImportRules ./cmd/beaver-eval
	@dead=$$($(GO) tool deadcode ./cmd/beaver-eval ./cmd/release) && ! echo "$$dead" | grep -vE '$(unreachable)' || \
		{ echo 'nothing in the program calls these'; exit 1; }

# The types of the program and its tests on macOS and Windows, read from source: go vet would compile every module for
# each of them.
types-others:
	$(GO) run ./.ci/types darwin windows

# The table of docs/benchmarks.md, as Markdown; BEAVER_EVAL_BENCH_LARGE=1 adds 100,000 cases.
bench: build
	BEAVER_EVAL_BENCH_PROGRAM=$(CURDIR)/beaver-eval $(GO) test -vet=off -run '^$$' -bench Table -benchtime 1x \
		-timeout 2h ./cmd/beaver-eval/cli
	$(GO) test -vet=off -run '^$$' -bench 'Proxy/.*/paced' -benchtime 3000x ./pipeline/app

# The same calls by promptfoo, Vitest, goldie and AIMock; what npm installs for it stays in PEERS. CASES=1000 is the
# number of conversations.
bench-peers: build
	BEAVER_EVAL_BENCH_PROGRAM=$(CURDIR)/beaver-eval BEAVER_EVAL_BENCH_CASES=$(CASES) \
		BEAVER_EVAL_BENCH_PEERS=$(or $(PEERS),$${XDG_CACHE_HOME:-$$HOME/.cache}/beaver-eval-peers) \
		$(GO) test -vet=off -run '^$$' -bench Peers -benchtime 1x -timeout 2h ./cmd/beaver-eval/cli

bench-all:
	$(GO) test -run '^$$' -bench . -benchmem ./...

real:
	SHARED='$(or $(SHARED),../shared)' .ci/real

# All systems on a model of your own: how many answers of each stage were used at once, after asking again, or not.
live:
	@test '$(MODEL)' || { echo 'usage: make live MODEL=NAME, a model that your Ollama server has'; exit 2; }
	$(GO) run ./cmd/beaver-eval run --full --model 'ollama:$(MODEL)' --suite beaver-live --suite 'common-*' \
		--no-gate expectations

# What a release consists of, in dist/: TARGET=linux/amd64 makes it for one system.
release-snapshot:
	$(GO) run ./cmd/release snapshot $(TARGET:%=--target=%)
	$(GO) run ./cmd/release packages

notices:
	.ci/notices > THIRD_PARTY_NOTICES
	.ci/notices cmd/beaver-eval-queue > cmd/beaver-eval-queue/THIRD_PARTY_NOTICES

fallbacks:
	.ci/fallbacks docs/fallbacks.md

recording:
	$(GO) test -run TestRecording ./cmd/beaver-eval/clitest/processes -update

# The pictures of docs/page.md, with Chromium.
screenshots:
	$(GO) test -run TestPictures ./cmd/beaver-eval/clitest/page -update
