"""pytest plugin of beaver-eval: each test that calls a model is a case, whose prompts are compared with a golden.

The plugin starts `beaver-eval proxy` and leads the clients of providers to it before conftest files are imported, so a
client that is made when a module is loaded works too. Under `beaver-eval run -- pytest` it uses the proxy of that run.
With pytest-xdist each worker has a proxy of its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

OFF = "`-p no:beaver` turns this plugin off"
# Where base URLs lead if a project's proxy cannot be started: a test must not reach a real model instead. No server
# listens on the port "discard" of this machine.
NOWHERE = "http://127.0.0.1:9/beaver-eval-is-not-running"
LONGEST_ID = 200  # bytes of a case, which is in lines of every output; beaver-eval takes 1000
PATIENCE = 120  # seconds that a proxy has for its report


class Unavailable(Exception):
    """Says why there is no proxy."""


class Process:
    """`beaver-eval proxy`, which ends with its standard input."""

    def __init__(self, program, root, suite, accept, part):
        command = [program, "proxy", "--quiet", "--root", str(root)]  # each test shows its own differences
        command += ["--accept-with", "pytest --beaver-accept"]
        command += ["--suite", suite] if suite else []
        command += ["--part"] if part else []
        command += ["--accept"] if accept else []
        # A file, since a thread that reads a pipe would make each fork of a test one of a process with threads.
        self.notes = tempfile.TemporaryFile()
        self.ended = None  # exit code and text for people
        try:
            # In a session of its own, Ctrl-C reaches pytest alone, which then ends the proxy.
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.notes,
                                            encoding="utf-8", cwd=root, start_new_session=True)
        except OSError as err:
            raise Unavailable(f"{program} cannot be started: {err}") from err
        first = self.process.stdout.readline()
        if not first:
            raise Unavailable(self.why())
        self.started = json.loads(first)

    def close(self):
        """Ends the proxy, and returns its exit code and what it has for people."""
        if self.ended:
            return self.ended
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:  # a child of a test may hold the pipe open
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()
        self.notes.seek(0)
        self.ended = self.process.returncode, self.notes.read().decode("utf-8", "replace").strip()
        self.notes.close()
        return self.ended

    def why(self):
        """Says why the proxy has ended."""
        code, text = self.close()
        return text.removeprefix("beaver-eval: ") or f"beaver-eval proxy ended with exit code {code}"


class Proxy:
    """The proxy: of `beaver-eval run -- pytest` with all its workers, or that of a process."""

    def __init__(self, url, worker="", process=None):
        self.control = url + "/control"
        self.worker = {"worker": worker} if worker else {}
        self.url = f"{url}/worker/{worker}" if worker else url
        self.process = process
        # No proxy for other hosts stands between: this one is on the same machine.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ask(self, **line):
        """Sends a line, and returns its answer. What it says then holds for the next request of a model."""
        body = json.dumps({**line, **self.worker}).encode()
        request = urllib.request.Request(self.control, body, {"Content-Type": "application/json"})
        try:
            with self.opener.open(request) as answer:
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as err:
            raise Unavailable(_error(err.read().decode("utf-8", "replace")) or str(err)) from err
        except OSError as err:
            ended = self.process and self.process.process.poll() is not None
            raise Unavailable(self.process.why() if ended else f"{self.control}: {err}") from err

    def close(self):
        """Ends the proxy of this process, and returns its exit code and what it has for people."""
        return self.process.close() if self.process else (0, "")


def _error(body):
    try:
        return json.loads(body)["error"]
    except (ValueError, TypeError, KeyError):
        return body


def _variables(url):
    """The environment that leads clients to the proxy, as docs/own-application.md lists it."""
    return {
        "OPENAI_BASE_URL": url + "/v1", "OPENAI_API_BASE": url + "/v1", "OPENAI_API_KEY": "beaver-eval",
        "ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "beaver-eval",
        "OLLAMA_HOST": url, "OLLAMA_BASE_URL": url,
    }


def _project(config):
    """The folder of the project: the nearest one upward from the tests' root, or else from where pytest was started."""
    for start in (config.rootpath, config.invocation_params.dir):
        for folder in (start, *start.parents):
            if (folder / "beaver-eval.yaml").exists() or any((folder / "suites").glob("*.yaml")):
                return folder
    return None


class Setup:
    """What the plugin is in this process, from before conftest files are imported until pytest ends."""

    def __init__(self, config, options):
        self.suite = options.beaver_suite or config.getini("beaver_suite")
        self.accept = options.beaver_accept
        self.worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        self.distributes = not self.worker and _distributes(options)
        self.link, self.why = None, ""
        self.environment = {}  # what stood there before
        if "PYTEST_CURRENT_TEST" in os.environ:
            self.why = f"this pytest runs in the test {os.environ['PYTEST_CURRENT_TEST']}, whose case has its requests"
            return
        root = _project(config)
        self.root = root or config.rootpath  # cases are named from there
        try:
            self.link = self._connect(root, config)
        except Unavailable as err:
            if (self.accept or options.beaver_suite) and not self.worker:
                raise pytest.UsageError(f"beaver-eval: {err}") from err
            self.why = str(err)
            if root is not None:
                self._lead(_variables(NOWHERE))
            return
        if not self.distributes:
            driven = os.environ.get("BEAVER_EVAL_URL")
            self._lead({**_variables(self.link.url), "BEAVER_EVAL_URL": driven or self.link.url})

    def _connect(self, root, config):
        driven = os.environ.get("BEAVER_EVAL_URL")
        if driven and self.accept:
            raise Unavailable("--beaver-accept: another run of beaver-eval has started this pytest; "
                              "`beaver-eval accept --all --suite NAME -- pytest` accepts what it shows")
        if driven:
            link = Proxy(driven, self.worker)
            link.ask(goldens=True)  # another program may have left the variable
            return link
        if root is None:
            raise Unavailable(f"no project: neither beaver-eval.yaml nor a folder suites in {config.rootpath} or above")
        # The wheel beaver-eval puts the program beside this Python, whose commands an unactivated environment has not on PATH.
        beside = shutil.which("beaver-eval", path=sysconfig.get_path("scripts"))
        program = os.environ.get("BEAVER_EVAL_BIN") or beside or shutil.which("beaver-eval")
        if not program:
            raise Unavailable("no program beaver-eval on PATH: install it, or name it in BEAVER_EVAL_BIN")
        process = Process(program, root, self.suite, self.accept, part=bool(self.worker))
        return Proxy(process.started["url"], process=process)

    def _lead(self, variables):
        self.environment = {name: os.environ.get(name) for name in variables}
        os.environ.update(variables)

    def end(self):
        """Leaves the process as it was."""
        if self.link:
            self.link.close()
        for name, value in self.environment.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _distributes(options):
    """Whether workers of pytest-xdist run the tests. Before it is configured, only its options say so."""
    return bool(getattr(options, "numprocesses", None) or getattr(options, "tx", None)
                or getattr(options, "dist", "no") != "no")


SETUP = pytest.StashKey[Setup]()


def pytest_addoption(parser):
    group = parser.getgroup("beaver-eval")
    group.addoption("--beaver-suite", metavar="SUITE", help="the suite whose goldens the tests' prompts are compared "
                    "with (default: beaver_suite, else the only one of the project that tests drive)")
    group.addoption("--beaver-accept", action="store_true", help="accept the prompts that this run shows")
    parser.addini("beaver_suite", "the suite of beaver-eval that the tests drive", default="")


@pytest.hookimpl(tryfirst=True)  # conftest files are imported in the last implementation
def pytest_load_initial_conftests(early_config):
    early_config.stash[SETUP] = Setup(early_config, early_config.known_args_namespace)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    config.addinivalue_line("markers", "beaver(answers={}, fault='', case=''): answers of the model for this test by "
                            "stage, a fault for one of them, and the test's name as a case")
    if SETUP not in config.stash:  # the plugin was named by a conftest file
        config.stash[SETUP] = Setup(config, config.option)
    setup = config.stash[SETUP]
    if not setup.link:
        config.pluginmanager.register(NotRunning(setup), NotRunning.NAME)
    elif setup.distributes:
        config.pluginmanager.register(Controller(config, setup), Controller.NAME)
    else:
        config.pluginmanager.register(Runner(config, setup), Runner.NAME)


def pytest_unconfigure(config):
    if SETUP in config.stash:
        config.stash[SETUP].end()


def pytest_report_header(config):
    setup = config.stash[SETUP]
    if not setup.link:
        return f"beaver-eval: not running: {setup.why} ({OFF})"
    if not setup.link.process:
        return "beaver-eval: with the proxy of the run that started pytest"
    return f"beaver-eval: {'a proxy for each worker' if setup.distributes else 'with a proxy'}"


@pytest.fixture
def beaver(request):
    """The case of this test: its answers, and the calls that it has made so far."""
    runner = request.config.pluginmanager.get_plugin(Runner.NAME)
    if runner is None:
        pytest.fail(f"beaver-eval is not running: {request.config.stash[SETUP].why}", pytrace=False)
    return Case(runner, runner.open)


class Case:
    """What a test can say to its case, and ask of it."""

    def __init__(self, runner, name):
        self._runner, self.name = runner, name

    @property
    def url(self):
        """The base URL of this case, without /v1: for a client that is given it, such as one of a thread of its own."""
        return f"{self._runner.link.url}/case/{urllib.parse.quote(self.name, safe='')}"

    def answers(self, answers):
        """Sets the answers of stages, {"router": {…}, "chat": ["One.", "Two."]}, before the first request of each."""
        self._ask(answers=_plain(answers), case=self.name)

    @property
    def calls(self):
        """The calls so far, in the order of arrival: dicts with path, stage, messages and tools."""
        return self._ask(calls=self.name)["calls"]

    def prompt(self, stage):
        """The text of the messages of the stage's last request so far."""
        calls = self.calls
        of = [call for call in calls if call["stage"] == stage]
        if not of:
            stages = ", ".join(dict.fromkeys(call["stage"] for call in calls)) or "none"
            pytest.fail(f"no request of the stage {stage!r} so far; stages with requests: {stages}", pytrace=False)
        return "\n\n".join(message.get("content") or "" for message in of[-1]["messages"])

    def _ask(self, **line):
        try:
            return self._runner.link.ask(**line)
        except Unavailable as err:
            why = str(err)
        pytest.fail(f"beaver-eval: {why}", pytrace=False)


def _plain(answers):
    """Answers as they can be sent."""
    try:
        return json.loads(json.dumps(answers, allow_nan=False))
    except (TypeError, ValueError) as err:
        why = str(err)
    pytest.fail(f"beaver-eval: answers are texts, numbers, lists and dicts, as in a case file: {why}", pytrace=False)


class Runner:
    """Runs the tests of this process, and judges them."""

    NAME = "beaver-runner"

    def __init__(self, config, setup):
        self.config, self.setup, self.link = config, setup, setup.link
        self.open = ""  # the case of the test that runs
        self.cases = {}  # by node id
        self.nodes = {}  # node ids by case
        self.reports = []  # of the test that another plugin runs
        self.whole = True  # no part of the files was left out when tests were collected

    def pytest_collectreport(self, report):
        self.whole = self.whole and report.passed

    @pytest.hookimpl(tryfirst=True)  # before tests are deselected
    def pytest_collection_modifyitems(self, items):
        for item in items:
            case = self.cases[item.nodeid] = _case(item, self.setup.root)
            self.nodes.setdefault(case, []).append(item.nodeid)

    def pytest_runtest_setup(self, item):
        """Begins the case: marks that skip a test were looked at before, and fixtures come after."""
        if self.open:  # the test runs again
            self._end(dropped=True)
        case = self.cases.get(item.nodeid) or _case(item, self.setup.root)
        same = self.nodes.get(case, ())
        if len(same) > 1:
            pytest.fail(f"beaver-eval: {' and '.join(same)} share the case {case!r}: give each a name of its own, "
                        "@pytest.mark.beaver(case=…)", pytrace=False)
        line = {"begin": case}
        answers, fault = _marked(item)
        if answers:
            line["answers"] = answers
        if fault:
            line["fault"] = fault
        why = self._begin(case, line)
        if why:
            pytest.fail(f"beaver-eval: {why}", pytrace=False)

    def _begin(self, case, line):
        """Begins a case, and returns why it cannot be begun."""
        self.open = case
        try:
            self.link.ask(**line)
        except Unavailable as err:
            self.open = ""
            return str(err)
        return ""

    def pytest_runtest_protocol(self, item, nextitem):
        """Runs a test, and reports it when its last fixture is torn down: what that sends counts too."""
        if self._others():
            return None
        place = {"nodeid": item.nodeid, "location": item.location}
        item.ihook.pytest_runtest_logstart(**place)
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        self._judge(reports)
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(**place)
        return True

    def _others(self):
        """Whether another plugin runs tests in its own way, such as one that runs failed ones again."""
        return any(not impl.hookwrapper and not getattr(impl, "wrapper", False)
                   and impl.plugin_name not in (self.NAME, "runner")
                   for impl in self.config.hook.pytest_runtest_protocol.get_hookimpls())

    def pytest_runtest_logreport(self, report):
        self.reports.append(report)

    def pytest_runtest_logfinish(self, nodeid, location):
        """Judges a test that another plugin has run and reported: what is wrong is an error of its end."""
        reports, self.reports = self.reports, []
        if not self.open:
            return
        report = pytest.TestReport(nodeid, location, {}, "passed", None, "teardown")
        self._judge([r for r in reports if r.skipped] + [report])
        if report.failed:
            self.config.hook.pytest_runtest_logreport(report=report)

    def _judge(self, reports):
        """Ends the open case, and makes a test fail whose prompts are not as accepted."""
        if not self.open:
            return
        failed = [report for report in reports if report.failed]
        skipped = any(report.skipped and not hasattr(report, "wasxfail") for report in reports)
        text = self._end(dropped=skipped or self.setup.accept and failed)
        if not text:
            return
        if failed:
            failed[0].sections.append(("beaver-eval", text))
            return
        report = next((r for r in reports if r.when == "call"), reports[-1])
        report.outcome, report.longrepr = "failed", text
        if hasattr(report, "wasxfail"):  # what was expected to fail is the test, not its prompts
            del report.wasxfail

    def _end(self, dropped=False):
        """Ends the open case, and returns what is wrong with it."""
        case, self.open = self.open, ""
        try:
            if dropped:
                self.link.ask(drop=case)
                return ""
            answer = self.link.ask(end=case)
        except Unavailable as err:
            return f"beaver-eval: {err}"
        return "" if answer["ok"] else answer["diff"]

    @pytest.hookimpl(trylast=True)  # after fixtures of an interrupted session
    def pytest_sessionfinish(self, session):
        if self.open:  # interrupted
            self._end(dropped=True)
        goldens = [] if self.setup.worker else _goldens(self.link)
        code, text = self.link.close()
        outcome = {"code": code, "text": text, "tested": list(self.nodes) if self.whole else None}
        if self.setup.worker:
            self.config.workeroutput[Controller.NAME] = outcome
        else:
            Summary(self.config, self.setup, goldens).end(session, [outcome])


class Controller:
    """Has the tests run by workers of pytest-xdist, each with a proxy of its own."""

    NAME = "beaver-controller"

    def __init__(self, config, setup):
        self.summary = Summary(config, setup, _goldens(setup.link))
        self.outcomes = []
        setup.link.close()  # it was opened to find out, before workers are started, that it can be

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        outcome = getattr(node, "workeroutput", {}).get(self.NAME)
        if outcome:  # the worker was not killed
            self.outcomes.append(outcome)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        self.summary.end(session, self.outcomes)


class Summary:
    """What the plugin says after a session."""

    def __init__(self, config, setup, goldens):
        self.config, self.root, self.goldens = config, setup.root, goldens
        self.lines = []

    def end(self, session, outcomes):
        """Takes the outcomes of all workers; a gate that failed fails the session."""
        if session.exitstatus == pytest.ExitCode.OK and any(outcome["code"] for outcome in outcomes):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        said = [line for outcome in outcomes for line in outcome["text"].splitlines()]
        said += self._undriven(outcomes)
        self.lines = sorted(dict.fromkeys(said), key=lambda line: line.startswith("next: "))  # the same of each worker
        self.config.pluginmanager.register(self)

    def _undriven(self, outcomes):
        """Says which goldens are of no test, among those whose tests were all collected."""
        tested = next((outcome["tested"] for outcome in outcomes), None)  # each worker collects all tests
        if tested is None:
            return []
        known, collected = set(tested), _collected(self.config, self.root)
        lost = [case for case in self.goldens if case not in known and collected(case)]
        if not lost:
            return []
        more = f" and {len(lost) - 10} more" if len(lost) > 10 else ""
        return [f"goldens without a test: {', '.join(lost[:10])}{more}"]

    def pytest_terminal_summary(self, terminalreporter):
        if self.lines:
            terminalreporter.section("beaver-eval")
            for line in self.lines:
                terminalreporter.write_line(line)


class NotRunning:
    """Says so, and fails the tests that need a proxy; all others run."""

    NAME = "beaver-not-running"

    def __init__(self, setup):
        self.why, self.nowhere = f"beaver-eval is not running: {setup.why}", bool(setup.environment)

    def pytest_runtest_setup(self, item):
        if item.get_closest_marker("beaver"):
            pytest.fail(self.why, pytrace=False)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self):
        outcome = yield
        report = outcome.get_result()
        if self.nowhere and report.failed and self.why not in report.longreprtext:
            report.sections.append(("beaver-eval", f"{self.why}\nBase URLs of models lead to {NOWHERE}"))

    def pytest_terminal_summary(self, terminalreporter):
        if self.nowhere:
            terminalreporter.section("beaver-eval")
            terminalreporter.write_line(f"{self.why} ({OFF})")


def _case(item, root):
    """The case of a test: its node id, but from the project's folder, or the name that a mark gives it."""
    case = item.nodeid
    if root in item.path.parents:  # the root of node ids depends on where pytest is started
        _, colons, rest = item.nodeid.partition("::")
        case = item.path.relative_to(root).as_posix() + colons + rest
    for mark in item.iter_markers("beaver"):
        if mark.kwargs.get("case"):
            spec = getattr(item, "callspec", None)  # of a parametrised test
            case = mark.kwargs["case"] + (f"[{spec.id}]" if spec else "")
            break
    data = case.encode()
    if len(data) <= LONGEST_ID:
        return case
    digest = "~" + hashlib.sha256(data).hexdigest()[:16]
    return data[:LONGEST_ID - len(digest)].decode(errors="ignore") + digest


def _marked(item):
    """Answers and fault of a test: its own marks go before those of its class and module."""
    answers, fault = {}, ""
    for mark in reversed(list(item.iter_markers("beaver"))):
        unknown = sorted(set(mark.kwargs) - {"answers", "fault", "case"})
        if mark.args or unknown:
            pytest.fail(f"@pytest.mark.beaver: {unknown or mark.args}: want answers=, fault= or case=", pytrace=False)
        answers.update(mark.kwargs.get("answers") or {})
        fault = mark.kwargs.get("fault") or fault
    return _plain(answers), fault


def _goldens(link):
    try:
        return link.ask(goldens=True)["goldens"]
    except Unavailable:  # tests have said so
        return []


def _collected(config, root):
    """Tells of a case whether its test, if there were one, was collected."""
    option = config.option
    if getattr(option, "lf", False) or option.keyword or option.markexpr or option.ignore or option.ignore_glob:
        return lambda case: False
    named = option.file_or_dir
    if not named and config.invocation_params.dir == config.rootpath:  # the ini file may name folders
        return lambda case: True
    paths = [Path(os.path.abspath(config.invocation_params.dir / name)) for name in named or ["."]]
    return lambda case: any(_below(root / case.split("::")[0], path) for path in paths)


def _below(file, folder):
    return file == folder or folder in file.parents
