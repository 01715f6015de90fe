// A 9 by 9 board on which two players place pieces in turn: the same moves as in load.py, kept in memory.
const { Server } = require("boardgame.io/server");

const placing = {
  name: "placing",
  setup: () => ({ board: Array(81).fill(null), hands: [36, 36] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, ctx }, at) => {
      if (G.board[at] !== null) return "INVALID_MOVE";
      G.board[at] = ctx.currentPlayer;
      G.hands[Number(ctx.currentPlayer)] -= 1;
    },
  },
};

Server({ games: [placing], origins: ["*"] })
  .run(Number(process.argv[2]))
  .then(() => console.log("ready"));
