/** A source of numbers in [0, 1). */
export type Random = () => number;

/** A 32-bit hash of a text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixBits(hash);
}

/** The finaliser of MurmurHash3. */
function mixBits(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Derives a seed from a seed and a number, such as a day or a minute. */
export function mixSeed(seed: number, salt: number): number {
  return mixBits(seed ^ mixBits(salt + 0x9e3779b9));
}

/** A reproducible sequence (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Standard normal (Box and Muller). */
export function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

/** The sum of three uniform numbers, scaled to unit variance, never beyond ±3: cheap noise for minutes. */
export function roughNormal(random: Random): number {
  return (random() + random() + random() - 1.5) * 2;
}

/** Student's t with 5 degrees of freedom, scaled to unit variance: the fat tails of daily moves. */
export function studentT5(random: Random): number {
  let squares = 0;
  for (let count = 0; count < 5; count += 1) squares += normal(random) ** 2;
  return (normal(random) / Math.sqrt(squares / 5)) * Math.sqrt(3 / 5);
}
