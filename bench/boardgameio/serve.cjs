// boardgame.io's own server, everything in memory, on loopback alone. Says "open" when it listens.
const { Server } = require("boardgame.io/server");
const { flip85 } = require("./flip85.cjs");

const server = Server({ games: [flip85], origins: ["http://127.0.0.1:1"] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, then) => listen(port, "127.0.0.1", then);
server.run(Number(process.argv[2]), () => console.log("open"));
