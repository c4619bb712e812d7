"""An HTTP service: POST /api/chat {"text": …} gives {"id": …, "says": …}."""

import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from model import ask


class Desk(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/api/chat":
            return self.send_error(404)
        if "text" not in body:
            return self.send_error(422)
        answer = json.dumps({"id": "7", "says": ask("You are a desk.", body["text"])["content"]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Desk).serve_forever()
