"""Our server as it is, but for its limits: one machine plays hundreds of people here. Arguments: port, data folder."""

import sys
from argparse import Namespace
from pathlib import Path

from parlour.server.app import Parts
from parlour.server.guard.limits import Limits
from parlour.server.run import listen, serve
from parlour.server.settings import settings_from

# Bots' workers import this file as well, by another name: without the question each would serve too.
if __name__ == "__main__":
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    environment = {"PARLOUR_DATA": str(folder), "PARLOUR_PORT": str(port), "PARLOUR_WORKERS": "1"}
    sys.exit(serve(settings_from(Namespace(), environment), listen("127.0.0.1", port), Parts(limits=Limits({}))))
