// Turns that are not stored yet, kept in the browser under the address that they go to. board.js uses it, as `TurnQueue`.

globalThis.TurnQueue = class {
  constructor(address) {
    this.name = `turns ${address}`;
    const kept = JSON.parse(localStorage.getItem(this.name) ?? "null");
    this.turns = kept?.turns ?? [];
    this.version = kept?.version;
  }

  add(turns) {
    this.replace([...this.turns, turns], this.version);
  }

  replace(turns, version) {
    this.turns = turns;
    this.version = version;
    if (turns.length) localStorage.setItem(this.name, JSON.stringify({ turns, version }));
    else localStorage.removeItem(this.name);
  }
};
