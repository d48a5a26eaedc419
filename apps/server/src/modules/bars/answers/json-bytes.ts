const LARGEST_BAR_BYTES = 220;
const SPARE_BYTES = 256;
const LARGEST_WHOLE = 2 ** 53;
const ZERO = 48;
const MINUS = 45;
const POINT = 46;

/** Scales tried in turn: most prices have two decimals, currencies five, small coins and volumes eight. */
const DECIMALS: readonly [decimals: number, scale: number][] = [
  [0, 1],
  [2, 100],
  [5, 100_000],
  [8, 100_000_000],
];

/** JSON put together byte by byte. Text given to `text` is ASCII; anything else goes through `string`. */
export class JsonBytes {
  #buffer: Buffer;
  #at = 0;

  constructor(bars: number) {
    this.#buffer = Buffer.allocUnsafe(bars * LARGEST_BAR_BYTES + SPARE_BYTES);
  }

  text(ascii: string): void {
    for (let i = 0; i < ascii.length; i++) this.#buffer[this.#at++] = ascii.charCodeAt(i);
  }

  /** A key with a text that may hold anything; the last thing written, as it may outgrow the room. */
  string(key: string, text: string): void {
    const bytes = Buffer.from(key + JSON.stringify(text));
    this.#buffer = Buffer.concat([this.bytes(), bytes, Buffer.alloc(SPARE_BYTES)]);
    this.#at += bytes.length;
  }

  /** A number as JSON has it; `null` for NaN. */
  number(value: number): void {
    for (const [decimals, scale] of DECIMALS) {
      const whole = Math.round(value * scale);
      if (whole / scale === value && whole < LARGEST_WHOLE && whole > -LARGEST_WHOLE) {
        this.#decimal(whole, decimals);
        return;
      }
    }
    this.text(Number.isFinite(value) ? String(value) : 'null');
  }

  #decimal(whole: number, decimals: number): void {
    let rest = whole;
    if (rest < 0) {
      this.#buffer[this.#at++] = MINUS;
      rest = -rest;
    }
    let fraction = decimals;
    while (fraction > 0 && rest % 10 === 0) {
      rest /= 10;
      fraction--;
    }
    const digits = Math.max(digitsOf(rest), fraction + 1);
    const end = this.#at + digits + (fraction > 0 ? 1 : 0);
    let at = end;
    for (let written = 0; written < digits; written++) {
      if (fraction > 0 && written === fraction) this.#buffer[--at] = POINT;
      const tenth = Math.floor(rest / 10);
      this.#buffer[--at] = ZERO + (rest - tenth * 10);
      rest = tenth;
    }
    this.#at = end;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }
}

function digitsOf(whole: number): number {
  let digits = 1;
  for (let limit = 10; whole >= limit; limit *= 10) digits++;
  return digits;
}
