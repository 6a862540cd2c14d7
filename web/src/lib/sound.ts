// Paper sounds made on the spot: shaped noise for slide, lay, turn and riffle, a low rumble for what goes wrong.
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Browsers allow sound only after somebody has touched the page. */
export function wake() {
  if (context || !settings.values.sound) return;
  context = new AudioContext();
  noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
}

function breath(pitch: number, width: number, length: number, volume: number, delay = 0, type: BiquadFilterType = "bandpass") {
  if (!context || !noise || !settings.values.sound) return;
  const at = context.currentTime + delay;
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true, loopStart: Math.random() * 0.5 });
  const filter = new BiquadFilterNode(context, { type, frequency: pitch, Q: width });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + length * 0.25);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

export const sounds = {
  slide: () => breath(2600, 0.7, 0.16, 0.09),
  lay: () => {
    breath(900, 0.8, 0.07, 0.16);
    breath(180, 1.2, 0.09, 0.22);
  },
  turn: () => {
    breath(3400, 0.9, 0.12, 0.08);
    breath(1200, 0.8, 0.09, 0.1, 0.11);
  },
  riffle: () => {
    for (let card = 0; card < 14; card++) breath(2200 + card * 70, 1.4, 0.045, 0.07, card * 0.028);
  },
  rumble: (strength: number) => breath(70 + strength * 12, 0.6, 1.1, 0.12 + 0.08 * strength, 0, "lowpass"),
  chime: () => {
    breath(1320, 24, 0.5, 0.3);
    breath(1760, 26, 0.6, 0.26, 0.12);
  },
};
