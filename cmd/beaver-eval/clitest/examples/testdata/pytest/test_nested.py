"""A pytest that a test starts belongs to this test."""

import subprocess
import sys


def test_nested(tmp_path):
    (tmp_path / "test_inner.py").write_text("def test_a(): pass\ndef test_b(beaver): pass\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    inner = subprocess.run(command, capture_output=True, text=True)
    assert "1 passed, 1 error" in inner.stdout, inner.stdout
    assert "this pytest runs in the test" in inner.stdout
