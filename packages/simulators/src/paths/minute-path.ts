import { createRandom, type Random, roughNormal } from './random.ts';
import type { UnitBar } from './second-path.ts';

/** The minutes of a day's high and low. */
type Extremes = { high: number; low: number };

/** A day's prices in any unit. */
type Outline = { open: number; high: number; low: number; close: number };

const CANDIDATES = 16;
/** The accepted steepness; 1 is a move over the day's range in the day's whole time. */
const GENTLE = 4;

/** The steepest of the moves open, first extreme, second extreme, close: squared width by available time. */
function steepnessOf(day: Outline, { high, low }: Extremes, count: number): number {
  const range = day.high - day.low || 1;
  const points = [
    { at: 0, price: day.open },
    { at: high === 0 && day.open === day.high ? 0 : high + 1, price: day.high },
    { at: low === 0 && day.open === day.low ? 0 : low + 1, price: day.low },
  ].toSorted((one, other) => one.at - other.at);
  let steepest = 0;
  let from = { at: 0, price: day.open };
  for (const to of [...points, { at: count, price: day.close }]) {
    const width = (to.price - from.price) / range;
    const time = (to.at - from.at) / count;
    if (width !== 0) steepest = Math.max(steepest, time > 0 ? width ** 2 / time : Infinity);
    from = to;
  }
  return steepest;
}

/**
 * Places a day's extremes at random, with enough time between them, the open and the close that no minute has to jump.
 * They are distinct if the session has room for two. Every day draws the same count of numbers, so that similar days
 * have similar paths.
 */
function placeExtremes(day: Outline, count: number, random: Random): Extremes {
  let best: Extremes = { high: 0, low: count > 1 ? 1 : 0 };
  let gentlest = Infinity;
  for (let tried = 0; tried < CANDIDATES; tried += 1) {
    const [highDraw, lowDraw] = [random(), random()];
    if (gentlest <= GENTLE) continue;
    const high = day.open === day.high ? 0 : Math.floor(highDraw * count);
    const low = day.open === day.low ? 0 : Math.floor(lowDraw * count);
    if (high === low && count > 1) continue;
    const steepness = steepnessOf(day, { high, low }, count);
    if (steepness < gentlest) {
      best = { high, low };
      gentlest = steepness;
    }
  }
  return best;
}

/** The minimum share of the session before, between and after shared extremes. */
const SHARED_ROOM = 1 / 8;

/**
 * Places the extremes of instruments that move together in the same minutes, so that the difference between two of them
 * does not swing by a day's whole range. There is time before, between and after for any of them to go from one extreme
 * to the other. Every day draws the same count of numbers.
 */
function placeSharedExtremes(count: number, random: Random): Extremes {
  const room = Math.floor(count * SHARED_ROOM);
  const free = Math.max(1, count - 3 * room);
  const one = Math.floor(random() * free);
  const other = Math.floor(random() * free);
  const last = count - 1;
  const first = Math.min(last, room + Math.min(one, other));
  const second = Math.min(last, Math.max(first + 1, 2 * room + Math.max(one, other)));
  return random() < 0.5 ? { high: first, low: second } : { high: second, low: first };
}

/** The minutes of one session as columns in whole units. `isQuiet[i]` is 1 if minute i has no trades. */
export type MinuteColumns = {
  open: Int32Array;
  high: Int32Array;
  low: Int32Array;
  close: Int32Array;
  volume: Float64Array;
  isQuiet: Uint8Array;
};

export type PathShape = {
  /** The probability that a minute has no trade. */
  quietShare: number;
  /** The distribution of volume over the session. */
  activity: 'even' | 'uShaped';
  /** True if the seed alone places the extremes, so that instruments of one seed make them together. */
  sharesTurns?: boolean;
};

type Knot = { minute: number; value: number };

/** Volume at the edges of a U-shaped session, relative to its middle. */
const EDGE_ACTIVITY = 3;

function activityAt(shape: PathShape, minute: number, count: number): number {
  if (shape.activity === 'even') return 1;
  const distance = (2 * (minute + 0.5)) / count - 1;
  return 1 + (EDGE_ACTIVITY - 1) * distance * distance;
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : Math.min(value, high);
}

/** Mirrors a value at the border that it has crossed. */
function fold(value: number, low: number, high: number): number {
  if (value > high) return clamp(2 * high - value, low, high);
  return value < low ? clamp(2 * low - value, low, high) : value;
}

/** Fills the points between two knots with a random walk that ends on the second knot (a bridge). */
function fillBridge(
  points: Float64Array,
  weights: Float64Array,
  ends: { from: Knot; to: Knot },
  range: { low: number; high: number; deviation: number },
  random: Random,
): void {
  const { from, to } = ends;
  let variance = 0;
  let walked = 0;
  for (let minute = from.minute; minute < to.minute; minute += 1) {
    const weight = weights[minute] ?? 0;
    if (weight > 0) walked += roughNormal(random) * range.deviation * Math.sqrt(weight);
    variance += weight;
    points[minute + 1] = walked;
  }
  let passed = 0;
  for (let minute = from.minute; minute < to.minute; minute += 1) {
    passed += weights[minute] ?? 0;
    const share = variance > 0 ? passed / variance : 1;
    const bridged = (points[minute + 1] ?? 0) - walked * share;
    const value = from.value + (to.value - from.value) * share + bridged;
    points[minute + 1] = Math.round(fold(value, range.low, range.high));
  }
  points[to.minute] = to.value;
}

/** The prices between minutes: `points[i]` opens minute i, `points[i + 1]` closes it. */
function walkPoints(
  day: UnitBar,
  weights: Float64Array,
  extremes: Extremes,
  deviation: number,
  random: Random,
): Float64Array {
  const count = weights.length;
  const points = new Float64Array(count + 1);
  const shortOf = () => Math.round(random() * 0.4 * deviation);
  const knots: Knot[] = [
    { minute: extremes.high + 1, value: Math.max(day.high - shortOf(), day.low) },
    { minute: extremes.low + 1, value: Math.min(day.low + shortOf(), day.high) },
  ];
  const inner = knots.filter((knot) => knot.minute < count).sort((a, b) => a.minute - b.minute);
  const range = { low: day.low, high: day.high, deviation };
  let from: Knot = { minute: 0, value: day.open };
  points[0] = day.open;
  for (const to of [...inner, { minute: count, value: day.close }]) {
    if (to.minute > from.minute) fillBridge(points, weights, { from, to }, range, random);
    from = to;
  }
  return points;
}

/** Splits a day's volume over minutes in proportion; the parts add up exactly. */
function spreadVolume(volume: Float64Array, shares: Float64Array, total: number): void {
  let sum = 0;
  for (const share of shares) sum += share;
  let passed = 0;
  let given = 0;
  for (let minute = 0; minute < shares.length; minute += 1) {
    passed += shares[minute] ?? 0;
    const until = minute === shares.length - 1 ? total : Math.round((total * passed) / sum);
    volume[minute] = until - given;
    given = until;
  }
}

/**
 * The minutes of a given day: the first opens at the day's open, the last closes at its close, the extremes are the
 * day's and no minute leaves them, volumes add up to the day's. The same day, seed and shape give the same minutes.
 * `outline` is the day before rounding: extremes are placed by it, so that one day in coarse and in fine units has the
 * same path.
 */
export function buildMinutePath(
  day: UnitBar,
  session: { minutes: number; seed: number; shape: PathShape; outline?: Outline },
): MinuteColumns {
  const { minutes: count, shape } = session;
  const random = createRandom(session.seed);
  const deviation = (day.high - day.low) / (1.7 * Math.sqrt(count));
  const extremes = shape.sharesTurns
    ? placeSharedExtremes(count, random)
    : placeExtremes(session.outline ?? day, count, random);
  const weights = new Float64Array(count);
  for (let minute = 0; minute < count; minute += 1) {
    const isNeeded =
      minute === 0 || minute === count - 1 || minute === extremes.high || minute === extremes.low;
    if (isNeeded || random() >= shape.quietShare) {
      weights[minute] = activityAt(shape, minute, count) * (0.5 + random());
    }
  }
  const points = walkPoints(day, weights, extremes, deviation, random);
  return columnsOf(day, { points, weights, extremes, deviation, random });
}

function columnsOf(
  day: UnitBar,
  path: {
    points: Float64Array;
    weights: Float64Array;
    extremes: Extremes;
    deviation: number;
    random: Random;
  },
): MinuteColumns {
  const { points, weights, extremes, deviation, random } = path;
  const count = weights.length;
  const columns: MinuteColumns = {
    open: new Int32Array(count),
    high: new Int32Array(count),
    low: new Int32Array(count),
    close: new Int32Array(count),
    volume: new Float64Array(count),
    isQuiet: new Uint8Array(count),
  };
  const shares = new Float64Array(count);
  for (let minute = 0; minute < count; minute += 1) {
    const open = points[minute] ?? 0;
    const close = points[minute + 1] ?? 0;
    const weight = weights[minute] ?? 0;
    columns.open[minute] = open;
    columns.close[minute] = close;
    columns.isQuiet[minute] = weight > 0 ? 0 : 1;
    const reach = weight > 0 ? deviation * 0.6 : 0;
    const above = Math.round(Math.abs(roughNormal(random)) * reach);
    const below = Math.round(Math.abs(roughNormal(random)) * reach);
    columns.high[minute] =
      minute === extremes.high ? day.high : Math.min(Math.max(open, close) + above, day.high);
    columns.low[minute] =
      minute === extremes.low ? day.low : Math.max(Math.min(open, close) - below, day.low);
    const move = deviation > 0 ? Math.abs(close - open) / deviation : 0;
    shares[minute] = weight > 0 ? weight * (0.2 + random() * random() * 2) * (1 + move) : 0;
  }
  spreadVolume(columns.volume, shares, day.volume);
  return columns;
}
