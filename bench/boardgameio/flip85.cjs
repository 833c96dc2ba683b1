// A game of 85 moves on 5 × 17 cells: place a stone on an empty cell, turn the enemy's stones beside it.
const { INVALID_MOVE } = require("boardgame.io/core");

const WIDTH = 17;
const CELLS = 85;
const beside = Array.from({ length: CELLS }, (_, cell) => {
  const found = [];
  for (let other = 0; other < CELLS; other++) {
    const across = Math.abs((other % WIDTH) - (cell % WIDTH));
    const down = Math.abs(Math.floor(other / WIDTH) - Math.floor(cell / WIDTH));
    if (other !== cell && across <= 1 && down <= 1) found.push(other);
  }
  return found;
});

const flip85 = {
  name: "flip85",
  setup: () => ({ cells: Array(CELLS).fill(null), stones: [0, 0], laid: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: ({ G, playerID }, cell) => {
      if (!Number.isInteger(cell) || cell < 0 || cell >= CELLS || G.cells[cell] !== null) return INVALID_MOVE;
      const mine = Number(playerID);
      G.cells[cell] = mine;
      G.laid += 1;
      G.stones[mine] += 1;
      for (const other of beside[cell]) {
        if (G.cells[other] === 1 - mine) {
          G.cells[other] = mine;
          G.stones[mine] += 1;
          G.stones[1 - mine] -= 1;
        }
      }
    },
  },
  endIf: ({ G }) => (G.laid === CELLS ? { winner: G.stones[0] > G.stones[1] ? "0" : "1" } : undefined),
};

module.exports = { flip85, CELLS };
