/** Small sounds, made here: wood on wood, a chime for one's turn. */

import { current } from "./settings";

type Sound = "step" | "turn" | "end" | "no" | "talk";

let context: AudioContext | null = null;

/** Browsers let a page sound only after it has been touched. */
function ready(): AudioContext | null {
  if (!current().sound || typeof AudioContext === "undefined") return null;
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * The first sound needs the machine's audio, and asking for it can hold up a page for a tenth of a second: so that is
 * done after the first touch or key, most often the tap that leads to a table, and not when a move is drawn.
 */
export function wakeSound(): void {
  const first = () => {
    for (const kind of ["click", "keydown"]) removeEventListener(kind, first);
    setTimeout(ready);
  };
  for (const kind of ["click", "keydown"]) addEventListener(kind, first);
}

export function sound(what: Sound): void {
  const audio = ready();
  if (!audio) return;
  if (what === "step") knock(audio, 0, 1);
  else if (what === "turn") {
    tone(audio, 0, 523, 0.16);
    tone(audio, 0.11, 784, 0.22);
  } else if (what === "end") for (const [i, pitch] of [392, 523, 659].entries()) tone(audio, i * 0.13, pitch, 0.4);
  else if (what === "no") tone(audio, 0, 160, 0.18);
  else tone(audio, 0, 880, 0.07);
}

function tone(audio: AudioContext, after: number, pitch: number, length: number): void {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  const at = audio.currentTime + after;
  source.type = "sine";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.12, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

/** A short burst of noise through a narrow filter. */
function knock(audio: AudioContext, after: number, loud: number): void {
  const length = Math.floor(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 900;
  filter.Q.value = 2;
  gain.gain.value = 0.5 * loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + after);
}
