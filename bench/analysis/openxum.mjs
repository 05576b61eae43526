// Answers positions of basic GIPF with the turn that openxum's own search plays. See bench/analysis/openxum.py.
//   node bench/analysis/openxum.mjs FOLDER
// A line of JSON each way: {cells, reserves, seat, simulations, seed} is answered by {cells, reserves, parts, lost}.
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const load = async (name) => (await import(pathToFileURL(path.resolve(process.argv[2], name)))).default;
const game = "openxum-core/games/gipf";
const [Engine, GameType, Phase, Coordinates, Search] = await Promise.all(
    [`${game}/engine.mjs`, `${game}/game_type.mjs`, `${game}/phase.mjs`, `${game}/coordinates.mjs`,
        "openxum-ai/generic/mcts/player.mjs"].map(load));
const MOST_PARTS = 20;

function seedChance(seed) {  // mulberry32, so that a game can be repeated
    let state = seed | 0;
    Math.random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

function setUp({ cells, reserves, seat }) {
    const colour = 1 - seat;  // its white is 1
    const engine = new Engine(GameType.BASIC, colour);
    for (const [name, owner] of Object.entries(cells)) {
        const spot = new Coordinates(name[0], Number(name[1]));
        engine._intersections[spot.hash()].put_piece(1 - owner, false);
    }
    engine._set(Phase.PUT_PIECE, 6, reserves[1], reserves[0], 0, 0, engine._intersections);
    if (engine._get_rows(colour).length) engine._phase = Phase.REMOVE_ROW_BEFORE;
    return engine;
}

// One part of a turn: by its search, or by chance where that fails or takes the game for over.
function choose(engine, simulations) {
    if (!engine.is_finished()) {
        try {
            return [new Search.Player(engine.current_color(), engine, simulations).move(), false];
        } catch (error) {
            if (!(error instanceof TypeError)) throw error;
        }
    }
    const list = engine.get_possible_move_list();
    return [list[Math.floor(Math.random() * list.length)], true];
}

function answer(asked) {
    seedChance(asked.seed);
    const engine = setUp(asked);
    const mover = engine.current_color();
    let parts = 0, lost = 0;
    while (engine.current_color() === mover && parts < MOST_PARTS) {
        const [move, byChance] = choose(engine, asked.simulations);
        if (!move) break;
        engine.move(move);
        parts++;
        lost += byChance;
    }
    const cells = {};
    for (const spot of Object.values(engine._intersections)) {
        if (spot.color() >= 0) cells[spot.coordinates().to_string()] = 1 - spot.color();
    }
    return { cells, reserves: [engine._white_piece_number, engine._black_piece_number], parts, lost };
}

for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
}
