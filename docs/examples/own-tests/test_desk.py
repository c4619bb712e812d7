"""Tests of the desk: beaver-eval run --suite desk -- python3 -m unittest"""

import os
import unittest
import urllib.parse

import desk


class DeskTest(unittest.TestCase):
    def setUp(self):
        url, name = os.environ.get("BEAVER_EVAL_URL"), urllib.parse.quote(self.id(), safe="")
        if url:
            os.environ["OPENAI_BASE_URL"] = f"{url}/case/{name}/v1"

    def test_weather(self):
        harbour = desk.Desk()
        self.assertIn("sunny", harbour.answer("What is the weather in Oslo?"))
        self.assertIn("hat", "".join(harbour.stream("What do I wear?")))

    def test_thanks(self):
        self.assertTrue(desk.Desk().answer("Thank you!"))


if __name__ == "__main__":
    unittest.main()
