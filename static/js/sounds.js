// Short sounds of a game that is played: its beginning, a turn, the end, and little time; and the bell of a round. They are made here, by no file, once
// the reader has touched the page or a key; whether they are heard is kept in the browser. Another script plays one by the
// event "play-sound" with its name.

const NAME = "sounds";
const OFF = "off";
const VOLUME = 0.15;
/** Pitch in Hz, beginning and length in seconds. */
const TONES = {
  begin: [[392, 0, 0.1], [523, 0.12, 0.1], [659, 0.24, 0.16]],
  own: [[330, 0, 0.06]],
  other: [[440, 0, 0.06], [660, 0.07, 0.08]],
  end: [[523, 0, 0.12], [392, 0.14, 0.12], [262, 0.28, 0.25]],
  short: [[880, 0, 0.08], [880, 0.16, 0.08]],
  bell: [[784, 0, 0.9], [784, 1, 0.9], [784, 2, 1.4]],
};

const table = document.querySelector("[data-playing]");
const toggle = document.querySelector("[data-sounds]");
let audio = null;
let isOver = false;
let isShort = false;

const isOn = () => localStorage.getItem(NAME) !== OFF;

/** Browsers let a page be heard after a gesture alone. */
function wake() {
  if (!isOn()) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

function play(name) {
  if (!audio || !isOn()) return;
  for (const [pitch, begins, length] of TONES[name]) {
    const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + begins];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** The number of turns made tells whether one was; whose turn it is tells by whom. */
function hear(state) {
  const turns = table.querySelectorAll(".moves .turn").length;
  if (state.over && !isOver) play("end");
  else if (turns > known) play(state.table.locked ? "own" : "other");
  [isOver, known] = [state.over, turns];
}

/** Told once a page that can be heard, also where little time was left before. */
function listenToClock() {
  if (!audio) return;
  const now = Boolean(table.querySelector("#you [data-short]"));
  if (now && !isShort) play("short");
  isShort = now;
}

function show() {
  toggle.setAttribute("aria-pressed", String(isOn()));
}

let known = table?.querySelectorAll(".moves .turn").length ?? 0;

if ("AudioContext" in window) {
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { capture: true });
  document.addEventListener("play-sound", ({ detail }) => {
    wake(); // some browsers let a page be heard whose reader came by a click on this site
    play(detail);
  });
}

if (table && toggle && "AudioContext" in window) {
  toggle.hidden = false;
  isOver = !table.dataset.here;
  show();
  toggle.addEventListener("click", () => {
    localStorage.setItem(NAME, isOn() ? OFF : "on");
    wake();
    show();
    play("own");
  });
  document.addEventListener("board-state", ({ detail }) => hear(detail));
  setInterval(listenToClock, 250);
}
