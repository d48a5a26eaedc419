/** The sounds of alerts. */
export const SOUNDS = ['bell', 'chime', 'knock'] as const;
export type Sound = (typeof SOUNDS)[number];

export const SOUND_NAMES: Record<Sound, string> = { bell: 'Bell', chime: 'Chime', knock: 'Knock' };

/** A tone: frequency in hertz, begin and duration in seconds. */
type Tone = { hertz: number; atS: number; lastsS: number; shape: OscillatorType };

const TONES: Record<Sound, readonly Tone[]> = {
  bell: [
    { hertz: 1_318.5, atS: 0, lastsS: 0.9, shape: 'sine' },
    { hertz: 2_637, atS: 0, lastsS: 0.4, shape: 'sine' },
  ],
  chime: [
    { hertz: 784, atS: 0, lastsS: 0.4, shape: 'triangle' },
    { hertz: 1_046.5, atS: 0.16, lastsS: 0.4, shape: 'triangle' },
    { hertz: 1_318.5, atS: 0.32, lastsS: 0.6, shape: 'triangle' },
  ],
  knock: [
    { hertz: 180, atS: 0, lastsS: 0.09, shape: 'square' },
    { hertz: 180, atS: 0.18, lastsS: 0.09, shape: 'square' },
  ],
};
const LOUDNESS = 0.25;
const NEARLY_SILENT = 0.0001;

let context: AudioContext | null = null;

/** Plays a sound; browsers keep a page silent until its user has pressed something on it. */
export function playSound(sound: Sound): void {
  try {
    context ??= new AudioContext();
  } catch {
    return; // A device without sound.
  }
  const { currentTime, destination } = context;
  void context.resume().catch(() => {});
  for (const { hertz, atS, lastsS, shape } of TONES[sound]) {
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    const begin = currentTime + atS;
    oscillator.type = shape;
    oscillator.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(NEARLY_SILENT, begin + lastsS);
    oscillator.connect(volume).connect(destination);
    oscillator.start(begin);
    oscillator.stop(begin + lastsS);
  }
}
