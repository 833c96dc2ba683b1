"""Where the log goes: to standard error, plain for people or as JSON for programs that collect it.

Requests are not logged one by one: addresses of tables and of people are nobody's business, and metrics count them.
"""

import json
import logging
import logging.config
import time
from typing import Any, Literal

PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """One object on a line, whatever is in it: a line break in a message cannot pretend to be another entry."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["fault"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def log_config(form: Literal["plain", "json"]) -> dict[str, Any]:
    """For `logging.config.dictConfig`, and for uvicorn, which would otherwise bring its own."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": PLAIN}, "json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {"parlour": {"level": "INFO"}, "uvicorn.access": {"level": "WARNING", "propagate": False}},
    }


def set_up(form: Literal["plain", "json"]) -> None:
    logging.config.dictConfig(log_config(form))
