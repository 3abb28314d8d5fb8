"""Lists the tests of this folder, or runs them and writes the outcome of each as a JSON line.

`run_tests.py PACKAGE_FOLDER [list]`
"""

from __future__ import annotations

import json
import sys
import unittest
import warnings
from pathlib import Path

folder, *mode = sys.argv[1:]
sys.path[:0] = [folder, str(Path(__file__).parent)]


def walk(suite: unittest.TestSuite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from walk(test)
        else:
            yield test


class Reporter(unittest.TestResult):
    def report(self, test: unittest.TestCase, outcome: str, text: str = "") -> None:
        print(json.dumps({"id": test.id(), "outcome": outcome, "text": text}), flush=True)

    def addSuccess(self, test):
        # An error in a destructor doesn't reach the test by itself.
        self.report(test, "failed" if ignored else "passed", "\n".join(ignored))
        ignored.clear()

    def addFailure(self, test, error):
        self.report(test, "failed", self._exc_info_to_string(error, test))

    addError = addFailure

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.report(test, "failed", self._exc_info_to_string(error, subtest))

    def addSkip(self, test, reason):
        self.report(test, "skipped", reason)


ignored: list[str] = []
sys.unraisablehook = lambda info: ignored.append(f"{info.err_msg or ''} {info.exc_value!r}")
tests = unittest.defaultTestLoader.discover(str(Path(__file__).parent))
if mode == ["list"]:
    for test in walk(tests):
        print(test.id())
else:
    warnings.simplefilter("error")
    tests.run(Reporter())
