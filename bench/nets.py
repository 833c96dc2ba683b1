"""What a net takes of a browser: the same searches in WebAssembly in Chromium, with the net that is shipped and without
any, both judging positions at once. A simulation judges about one position, so the difference is an evaluation's."""

from base64 import b64encode
from statistics import median

from playwright.sync_api import Page, sync_playwright

from parlour.bots import compare, machines, prepare
from parlour.bots.searcher import shipped_net
from parlour.core.compiled.frames import beside, read_description
from parlour.core.compiled.retarget import WASM
from parlour.core.game import Game
from parlour.core.net import TrainedNet
from parlour.games import BUILT_IN, load
from tests.e2e.conftest import ARGS, find_chromium

SEARCHES, SIMULATIONS, ROUNDS = 12, 3000, 7
ROOM = 4 * SIMULATIONS
# Answers microseconds a simulation, by round.
SEARCH = """async ([module, image, base, calls, lanes, simulations, rounds]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes(module), {});
  const { exports } = instance, memory = bytes(image);
  const missing = base + memory.length - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / 65536));
  const took = [];
  for (let round = 0; round < rounds; round++) {
    new Uint8Array(exports.memory.buffer).set(memory, base);
    let spent = 0;
    for (const lane of lanes) {
      exports.clear(calls.clear, lane);
      const began = performance.now();
      if (exports.simulate(calls.simulate, lane) !== 0) throw new Error("it stopped");
      spent += performance.now() - began;
    }
    took.push((spent * 1000) / (lanes.length * simulations));
  }
  return took;
}"""


def measure() -> list[str]:
    lines = ["| game | seats | µs a simulation in Chromium, with the net | without |", "|---|---|---|---|"]
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("there is no Chromium: set PARLOUR_CHROMIUM to one")
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=chromium, args=list(ARGS)).new_page()
        for game, seats in ((load(name), seats) for name in BUILT_IN for seats in load(name).seats):
            net = shipped_net(game, seats)
            if net is not None:
                prepare(game.name)
                with_net, without = (median(simulated(page, game, seats, each, net.cutoff)) for each in (net, None))
                lines.append(f"| {game.name} | {seats} | {with_net:.2f} | {without:.2f} |")
    return lines


def simulated(page: Page, game: Game, seats: int, net: TrainedNet | None, cutoff: int) -> list[float]:
    module = machines.make(game, WASM)
    description = read_description(beside(module.path))
    job = compare.search_job(game, description, seats, SEARCHES, SIMULATIONS, ROOM, description.heap, net)
    calls = {call.function.name: call for call in job.calls}
    lanes = [lane for lane in range(SEARCHES) if lane % 3 != 2]  # the others search without knowledge
    for lane in lanes:
        job.memory.view(job.image, calls["simulate"].names["cutoff"], lane)[...] = cutoff
    frames = {name: calls[name].frame for name in ("clear", "simulate")}
    sent = [b64encode(each).decode() for each in (module.path.read_bytes(), job.image.tobytes())]
    took = page.evaluate(SEARCH, [*sent, job.memory.base, frames, lanes, SIMULATIONS, ROUNDS + 1])
    return [float(each) for each in took[1:]]
