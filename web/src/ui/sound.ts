/** Small sounds, made here: wood on wood, a chime for the player's turn. */

import { currentSettings } from "./settings";

type Sound = "step" | "turn" | "end" | "no" | "talk";

let context: AudioContext | null = null;

/** Browsers allow sound only after the page has been touched. */
function ready(): AudioContext | null {
  if (!currentSettings().sound || typeof AudioContext === "undefined") return null;
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * Opening the machine's audio can block the page for a tenth of a second. It is opened after the first touch or key, most
 * often the tap that leads to a table, and not while a move is drawn.
 */
export function wakeSound(): void {
  const first = () => {
    for (const kind of ["click", "keydown"]) removeEventListener(kind, first);
    setTimeout(ready);
  };
  for (const kind of ["click", "keydown"]) addEventListener(kind, first);
}

export function playSound(what: Sound): void {
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
