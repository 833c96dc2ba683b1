// node load.cjs PORT MATCHES SECONDS WARM THINK_MS: both sides of so many matches, each moving on receipt of the update.
// Prints {"seconds", "latencies"} (ms, from sending a move to the opponent's socket having it), and on standard
// error "begin" and "end" around what is measured, so that whoever started it can look at the server meanwhile.
const http = require("node:http");
const { io } = require("socket.io-client");
const { CELLS } = require("./flip85.cjs");

const [port, matches, seconds, warm, think] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const latencies = [];
let measuring = false;
let stopped = false;

function post(path, body) {
  return new Promise((resolve, reject) => {
    const data = JSON.stringify(body);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(data) };
    const request = http.request(base + path, { method: "POST", agent, headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => (answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text))));
    });
    request.on("error", reject);
    request.end(data);
  });
}

function shuffled() {
  const cells = Array.from({ length: CELLS }, (_, i) => i);
  for (let i = CELLS - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [cells[i], cells[j]] = [cells[j], cells[i]];
  }
  return cells;
}

class Match {
  constructor() {
    this.sockets = [];
  }

  async connect() {
    for (const seat of [0, 1]) {
      const socket = io(`${base}/flip85`, { transports: ["websocket"], forceNew: true, reconnection: false });
      this.sockets.push(socket);
      socket.on("sync", (id) => id === this.id && this.synced());
      socket.on("update", (id, state) => id === this.id && this.told(seat, state._stateID));
      await new Promise((resolve) => socket.on("connect", resolve));
    }
  }

  async open() {
    const { matchID } = await post("/games/flip85/create", { numPlayers: 2 });
    this.keys = [];
    for (const seat of ["0", "1"]) {
      const joined = await post(`/games/flip85/${matchID}/join`, { playerID: seat, playerName: seat });
      this.keys.push(joined.playerCredentials);
    }
    Object.assign(this, { id: matchID, cells: shuffled(), moves: 0 });
    let waiting = 2;
    await new Promise((resolve) => {
      this.synced = () => --waiting === 0 && resolve();
      for (const seat of [0, 1]) this.sockets[seat].emit("sync", matchID, String(seat), this.keys[seat], 2);
    });
  }

  move() {
    const go = () => {
      if (stopped) return;
      const seat = this.moves % 2;
      const payload = { type: "lay", args: [this.cells[this.moves]], playerID: String(seat), credentials: this.keys[seat] };
      this.sent = performance.now();
      this.sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, this.moves, this.id, String(seat));
    };
    if (think) setTimeout(go, think * (0.5 + Math.random()));
    else go();
  }

  told(seat, number) {
    if (number !== this.moves + 1 || seat === this.moves % 2) return; // one's own move comes back, too
    this.moves = number;
    if (measuring) latencies.push(performance.now() - this.sent);
    if (number < CELLS) this.move();
    else if (!stopped) this.open().then(() => this.move());
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function main() {
  const all = Array.from({ length: matches }, () => new Match());
  for (const match of all) {
    await match.connect();
    await match.open();
  }
  for (const match of all) match.move();
  await pause(warm * 1000);
  measuring = true;
  const began = performance.now();
  console.error("begin");
  await pause(seconds * 1000);
  console.error("end");
  measuring = false;
  stopped = true;
  const figures = JSON.stringify({ seconds: (performance.now() - began) / 1000, latencies });
  process.stdout.write(figures, () => process.exit(0));
}

main();
