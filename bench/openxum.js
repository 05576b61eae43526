// Plays random games with the engines of openxum. After each it prints what all took so far. See bench/openxum.py.
//   node bench/openxum.js FOLDER GAME SEED SECONDS
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [folder, game, seed, seconds] = process.argv.slice(2);
const space = game[0].toUpperCase() + game.slice(1);
const context = vm.createContext({ [space]: {}, console });
for (const file of ["Engine.js", "RandomPlayer.js"]) {
    vm.runInContext(fs.readFileSync(path.join(folder, game, file), "utf8"), context);
}
let state = Number(seed);
context.random = () => {  // mulberry32, so that a run can be repeated
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
vm.runInContext("Math.random = random", context);
const api = context[space];
const TYPES = { gipf: ["BASIC", 0], yinsh: ["REGULAR", 1], zertz: ["REGULAR", 1] };
const MOST = 2000;

function begin() {
    const [type, otherwise] = TYPES[game];
    const engine = new api.Engine((api.GameType || {})[type] ?? otherwise, 0);
    return [engine, [0, 1].map((seat) => new api.RandomPlayer(seat, engine))];
}

const cpu = () => process.cpuUsage().user / 1e6;
let turns = 0, games = 0, broken = 0, listing = 0, checking = 0;
while (listing + checking < Number(seconds)) {
    const [engine, players] = begin();
    const moves = [];
    let from = cpu();
    let over = false;
    for (let count = 0; count < MOST && !over; count++) {
        try {
            const move = players[engine.current_color()].move();
            moves.push(move);
            engine.move(move);
            over = engine.is_finished();
        } catch (error) {  // its engines fail in some positions
            broken++;
            moves.pop();
            break;
        }
    }
    listing += cpu() - from;
    const [again] = begin();
    let mover = again.current_color(), played = 1;
    from = cpu();
    for (const move of moves) {
        again.move(move);
        if (again.current_color() !== mover) {
            mover = again.current_color();
            played++;
        }
    }
    const took = cpu() - from;
    checking += took;
    listing -= took;
    turns += played;
    games++;
    console.log(JSON.stringify({ games, turns, broken, listing, checking }));
}
