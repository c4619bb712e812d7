import os

BASE_URL = os.environ.get("OPENAI_BASE_URL", "")  # when conftest files are imported
