// Sounds, made here: the knock of a piece, the rattle of dice, the click of a spinner that runs down, a chime.
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** What is to be heard, after it is seen: a browser takes a while to make its first sound. */
function play(make: () => void): void {
  setTimeout(() => {
    if (audio()) make();
  }, 30);
}

/** A short knock: noise through a narrow filter, quickly gone. */
function knock(at: number, pitch: number, loudness: number, length = 0.05): void {
  if (!context) return;
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.6 });
  const gain = new GainNode(context, { gain: loudness });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(context.currentTime + at);
}

function tone(at: number, pitch: number, loudness: number, length: number): void {
  if (!context) return;
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

export const sounds = {
  piece: () => play(() => knock(0, 900, 0.5)),
  dice: () =>
    play(() => {
      for (let i = 0; i < 7; i++) knock(0.03 * i + 0.012 * i * Math.random() * 2, 1500 + 900 * Math.random(), 0.35 - 0.03 * i);
    }),
  /** One click for every space that passes, slower and slower. */
  spinner: () =>
    play(() => {
      for (let i = 0; i < 40; i++) knock(1.7 * (1 - Math.sqrt(1 - (i / 40) ** 1.3)), 2400, 0.22, 0.02);
    }),
  yours: () =>
    play(() => {
      tone(0, 523, 0.08, 0.25);
      tone(0.09, 659, 0.08, 0.3);
    }),
  won: () => play(() => [523, 659, 784, 1047].forEach((pitch, i) => tone(0.13 * i, pitch, 0.09, 0.5))),
  lost: () => play(() => [440, 392, 330].forEach((pitch, i) => tone(0.22 * i, pitch, 0.07, 0.6))),
  drawn: () => play(() => [440, 440].forEach((pitch, i) => tone(0.3 * i, pitch, 0.07, 0.5))),
  refused: () => play(() => tone(0, 196, 0.07, 0.16)),
};
