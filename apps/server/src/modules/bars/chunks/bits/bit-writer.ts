/** Bits that are put down at once. */
const WORD_BITS = 16;
const TWO_16 = 2 ** WORD_BITS;

/** Writes numbers of a few bits each, the lowest bit of a number first, in words of two bytes. */
export class BitWriter {
  /** What is written so far; `held` are the lowest bits of the word that comes next, `heldBits` how many, below 16. */
  words: Uint16Array;
  at = 0;
  held = 0;
  heldBits = 0;

  constructor(words: number) {
    this.words = new Uint16Array(words);
  }

  /** Makes sure that this many more bits fit. */
  reserve(bits: number): void {
    const needed = this.at + Math.ceil(bits / WORD_BITS) + 1;
    if (needed <= this.words.length) return;
    const roomier = new Uint16Array(Math.max(needed, this.words.length * 2));
    roomier.set(this.words.subarray(0, this.at));
    this.words = roomier;
  }

  /** The `count` bits of a number below 2^count; at most 16. Room must have been reserved. */
  bits(value: number, count: number): void {
    this.held |= value << this.heldBits;
    this.heldBits += count;
    if (this.heldBits < WORD_BITS) return;
    this.words[this.at++] = this.held;
    this.held >>>= WORD_BITS;
    this.heldBits -= WORD_BITS;
  }

  /** The `count` lowest bits of a whole number below 2^(count + 1); at most 52. */
  wideBits(value: number, count: number): void {
    let rest = value;
    let left = count;
    while (left > WORD_BITS) {
      this.bits(rest % TWO_16, WORD_BITS);
      rest = Math.floor(rest / TWO_16);
      left -= WORD_BITS;
    }
    this.bits(rest & ((1 << left) - 1), left);
  }

  /** So many zeros and, unless they are the most there can be, a one that ends them. */
  zeros(count: number, most: number): void {
    let left = count;
    for (; left >= WORD_BITS; left -= WORD_BITS) this.bits(0, WORD_BITS);
    if (count < most) this.bits(1 << left, left + 1);
    else this.bits(0, left);
  }

  /** The bytes of all words, zeros in what is left of the last one; they stand `spare` bytes behind the beginning. */
  end(spare: number): Buffer {
    this.reserve(WORD_BITS);
    if (this.heldBits > 0) this.words[this.at++] = this.held;
    const bytes = Buffer.allocUnsafe(spare + this.at * 2);
    bytes.set(new Uint8Array(this.words.buffer, 0, this.at * 2), spare);
    return bytes;
  }
}
