import type { ScreenEvent } from '@moneytrail/contract';

/** An instrument without the right to it, or without figures, is not counted: what is seen of it first fires nothing. */
const STANDINGS = ['uncounted', 'outside', 'inside'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Where an instrument stands in a screen, with the last closed bar of the screen's interval. */
export type Seen = {
  /** The instrument's id. */
  id: number;
  standing: Standing;
  barTime: number;
  closedAtMs: number;
};

export type ScreenChange = Seen & { kind: 'enters' | 'leaves' };

/** Changes to be told: each by a firing of its own, or all of a kind together. */
export type Telling = { changes: ScreenChange[]; isTogether: boolean };

export type MembersState = {
  /** Two bits for each id: the place of its standing in `STANDINGS`. */
  standings: Uint8Array;
  /** Pairs of an instrument and the start of the bar at which it was told last. */
  told: [id: number, barTime: number][];
  /** The newest close at which something was told, and how much. */
  burst: { closedAtMs: number; count: number };
  /** How many are inside. */
  members: number;
};

export const NO_MEMBERS: MembersState = {
  standings: new Uint8Array(),
  told: [],
  burst: { closedAtMs: 0, count: 0 },
  members: 0,
};

/** More changes at one close are told together. */
export const MOST_SINGLY = 10;
/** Changes to be told together are gathered until none has come for this time, as the figures of one close come one by one. */
export const QUIET_MS = 3_000;
const LONGEST_WAIT_MS = 30_000;
/** Ids of one byte. */
const IDS = 4;

/** The instruments of one alert's screen: the changes between what was seen of them last and what is seen now. */
export class ScreenMembers {
  #standings: Uint8Array;
  readonly #event: ScreenEvent;
  readonly #told: Map<number, number>;
  #burst: MembersState['burst'];
  #members: number;
  /** Changes that were not told yet: what was seen before still stands, so that they are found again after a restart. */
  readonly #pending = new Map<number, ScreenChange>();
  /** The times at which the first and the last pending change came. */
  #sinceMs = 0;
  #lastMs = 0;
  #isChanged = false;

  constructor(event: ScreenEvent, { standings, told, burst, members }: MembersState) {
    this.#event = event;
    this.#standings = standings.slice();
    this.#told = new Map(told);
    this.#burst = burst;
    this.#members = members;
  }

  /**
   * Notes where an instrument stands now. It is told at most once in a bar; until its next one closes, it stays where it was
   * told to be, so that the change back is compared with that.
   */
  look(seen: Seen, nowMs: number): void {
    const { id, standing, barTime } = seen;
    const before = this.#standingOf(id);
    const toldAt = this.#told.get(id);
    if (toldAt !== undefined && toldAt < barTime) {
      this.#told.delete(id);
      this.#isChanged = true;
    }
    if (standing === before) {
      this.#pending.delete(id);
      return;
    }
    if (standing === 'uncounted' || before === 'uncounted') {
      this.#place(id, standing);
      return;
    }
    if (this.#told.has(id)) {
      this.#pending.delete(id);
      return;
    }
    const kind = standing === 'inside' ? 'enters' : 'leaves';
    if (this.#event !== 'either' && this.#event !== kind) {
      this.#place(id, standing);
      return;
    }
    if (!this.#pending.has(id)) {
      if (this.#pending.size === 0) this.#sinceMs = nowMs;
      this.#lastMs = nowMs;
    }
    this.#pending.set(id, { ...seen, kind });
  }

  /** Whether a change waits to be told. */
  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  /** The changes to be told now, which count as told from here on; null if there are none yet. */
  tell(nowMs: number): Telling | null {
    const changes = [...this.#pending.values()];
    if (changes.length === 0) return null;
    const newestMs = Math.max(...changes.map(({ closedAtMs }) => closedAtMs));
    const before = this.#burst.closedAtMs >= newestMs ? this.#burst.count : 0;
    const count = before + changes.length;
    const isTogether = count > MOST_SINGLY;
    const isGathering = nowMs - this.#lastMs < QUIET_MS && nowMs - this.#sinceMs < LONGEST_WAIT_MS;
    if (isTogether && isGathering) return null;
    for (const { id, standing, barTime } of changes) {
      this.#place(id, standing);
      this.#told.set(id, barTime);
    }
    this.#burst = { closedAtMs: Math.max(newestMs, this.#burst.closedAtMs), count };
    return { changes, isTogether };
  }

  /** The instruments that are counted. */
  *countedIds(): Generator<number> {
    const ids = this.#standings.length * IDS;
    for (let id = 0; id < ids; id += 1) if (this.#standingOf(id) !== 'uncounted') yield id;
  }

  /** The state to be stored; null if it has not changed since it was taken last. */
  takeState(): MembersState | null {
    if (!this.#isChanged) return null;
    this.#isChanged = false;
    return {
      standings: this.#standings.slice(),
      told: [...this.#told],
      burst: this.#burst,
      members: this.#members,
    };
  }

  #standingOf(id: number): Standing {
    const bits = (this.#standings[Math.floor(id / IDS)] ?? 0) >> (2 * (id % IDS));
    return STANDINGS[bits & 3] ?? 'uncounted';
  }

  #place(id: number, standing: Standing): void {
    const byte = Math.floor(id / IDS);
    if (byte >= this.#standings.length) {
      const grown = new Uint8Array(Math.max(byte + 1, 2 * this.#standings.length));
      grown.set(this.#standings);
      this.#standings = grown;
    }
    if (this.#standingOf(id) === 'inside') this.#members -= 1;
    if (standing === 'inside') this.#members += 1;
    const shift = 2 * (id % IDS);
    const others = (this.#standings[byte] ?? 0) & ~(3 << shift);
    this.#standings[byte] = others | (STANDINGS.indexOf(standing) << shift);
    this.#pending.delete(id);
    this.#isChanged = true;
  }
}
