const WORD_BITS = 16;
const TWO_16 = 2 ** WORD_BITS;

/** Reads what a `BitWriter` wrote. Past the end it reads zeros; `expectInside` tells. */
export class BitReader {
  /** All words and zeros behind them; `held` are the next bits, `heldBits` how many, below 32. */
  readonly words: Uint16Array;
  at = 0;
  held = 0;
  heldBits = 0;
  readonly #bits: number;

  constructor(bytes: Uint8Array) {
    this.words = new Uint16Array((bytes.length >> 1) + 2);
    new Uint8Array(this.words.buffer).set(bytes);
    this.#bits = bytes.length * 8;
  }

  /** The next bits as a number; at most 16. */
  bits(count: number): number {
    if (this.heldBits < WORD_BITS) {
      this.held |= (this.words[this.at++] ?? 0) << this.heldBits;
      this.heldBits += WORD_BITS;
    }
    const value = this.held & ((1 << count) - 1);
    this.held >>>= count;
    this.heldBits -= count;
    return value;
  }

  /** The next bits as a whole number; at most 52. */
  wideBits(count: number): number {
    let value = 0;
    let weight = 1;
    let left = count;
    for (; left > WORD_BITS; left -= WORD_BITS) {
      value += this.bits(WORD_BITS) * weight;
      weight *= TWO_16;
    }
    return value + this.bits(left) * weight;
  }

  /** How many zeros stand before the next one, which is passed over too; at most `most`, after which none follows. */
  zeros(most: number): number {
    let count = 0;
    while (count < most && this.bits(1) === 0) count++;
    return count;
  }

  /** Throws a RangeError where more was read than there is. */
  expectInside(): void {
    if (this.at * WORD_BITS - this.heldBits > this.#bits)
      throw new RangeError('a column is cut short');
  }

  /** Throws a RangeError where not all was read. */
  expectEnd(): void {
    this.expectInside();
    const left = this.#bits - (this.at * WORD_BITS - this.heldBits);
    if (left >= WORD_BITS || this.bits(left) !== 0)
      throw new RangeError('there are more bytes than bars');
  }
}
