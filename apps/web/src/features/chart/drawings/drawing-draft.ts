import { isDateResolution, RESOLUTIONS, type Resolution, wallToUtcMs } from '@moneytrail/calendar';
import type { Drawing, DrawingChange, DrawingStyle, DrawingTool } from '@moneytrail/chart';
import {
  DRAWING_TOOL_DEFINITIONS,
  FIB_LEVELS,
  ratioOf,
  readAccount,
  readLevels,
} from '@moneytrail/chart/model';
import { humanReadableDate } from '../../../lib/format-time.ts';

/** A price or a time of a drawing. A time may be that of several points, which then move together. */
export type PointField = {
  name: string;
  kind: 'price' | 'time';
  label: string;
  points: readonly [number, ...number[]];
};

const field = (kind: PointField['kind'], label: string, ...points: PointField['points']) => {
  return { name: `${kind}${points[0]}`, kind, label, points };
};

const POSITION_FIELDS = [
  field('time', 'From', 0),
  field('time', 'To', 1, 2),
  field('price', 'Entry', 0),
  field('price', 'Target', 1),
  field('price', 'Stop', 2),
];

/** Tools whose points are more, or less, than a price at a time each. */
const OWN_FIELDS: Readonly<Partial<Record<DrawingTool, readonly PointField[]>>> = {
  horizontalLine: [field('price', 'Price', 0)],
  verticalLine: [field('time', 'Time', 0)],
  longPosition: POSITION_FIELDS,
  shortPosition: POSITION_FIELDS,
  rangeProfile: [field('time', 'From', 0), field('time', 'To', 1)],
};

const POINT_NAMES: Readonly<Partial<Record<DrawingTool, readonly string[]>>> = {
  fibRetracement: ['Level 1', 'Level 0'],
  rectangle: ['First corner', 'Opposite corner'],
};
const USUAL_NAMES = ['First point', 'Second point', 'Third point'];

/** The exact prices and times that a drawing of a tool has; none for a stroke. */
export function pointFields(tool: DrawingTool): readonly PointField[] {
  const own = OWN_FIELDS[tool];
  if (own) return own;
  const { points } = DRAWING_TOOL_DEFINITIONS[tool];
  if (points === 'stroke') return [];
  if (points === 1) return [field('price', 'Price', 0), field('time', 'Time', 0)];
  const names = POINT_NAMES[tool] ?? USUAL_NAMES;
  return names
    .slice(0, points)
    .flatMap((name, i) => [field('price', `${name}: price`, i), field('time', `${name}: time`, i)]);
}

/** A drawing as its dialog's fields show it. */
export type DrawingDraft = {
  /** Prices and times by the name of their field, as typed. */
  points: Readonly<Record<string, string>>;
  text: string;
  style: DrawingStyle;
  levels: readonly string[];
  accountSize: string;
  riskPercent: string;
  /** Reward over risk; empty without a risk. */
  ratio: string;
  resolutions: readonly Resolution[];
};

/** The chart on which a drawing is edited. */
export type DraftChart = { decimals: number; resolution: Resolution; zone: string };

function priceText(price: number, decimals: number): string {
  const fixed = price.toFixed(decimals);
  return Number(fixed) === price ? fixed : String(price);
}

/** The form of the browser's fields for dates and moments. */
function timeText(timeMs: number, { resolution, zone }: DraftChart): string {
  return humanReadableDate(timeMs, resolution, zone).replace(' ', 'T');
}

function ratioText(points: readonly { price: number }[]): string {
  const ratio = ratioOf(points);
  return ratio === null ? '' : String(Number(ratio.toFixed(2)));
}

/** The levels as typed; the tool's own ones where the user chose none. */
export function levelTexts(levels: readonly number[] | undefined): readonly string[] {
  return (levels ?? FIB_LEVELS).map(String);
}

export function draftOf(drawing: Drawing, chart: DraftChart, lastAccount?: Drawing['account']) {
  const { tool, points, text, style, levels, account = lastAccount, resolutions } = drawing;
  const texts = pointFields(tool).map(({ name, kind, points: [index] }) => {
    const { timeMs = 0, price = 0 } = points[index] ?? {};
    return [name, kind === 'price' ? priceText(price, chart.decimals) : timeText(timeMs, chart)];
  });
  return {
    points: Object.fromEntries(texts),
    text,
    style,
    levels: levelTexts(levels),
    accountSize: account ? String(account.size) : '',
    riskPercent: account ? String(account.riskPercent) : '',
    ratio: ratioText(points),
    resolutions: resolutions ?? RESOLUTIONS,
  } satisfies DrawingDraft;
}

/** Parses `64,210.50`, `64210.5` and `−3`; NaN for anything else. */
export function numberOf(text: string): number {
  const plain = text.trim().replace('−', '-');
  const isGrouped = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain);
  const digits = isGrouped ? plain.replaceAll(',', '') : plain;
  return digits === '' ? Number.NaN : Number(digits);
}

/** Times that every calendar supports, epoch ms. */
const EARLIEST_MS = Date.UTC(1900, 0);
const LATEST_MS = Date.UTC(2200, 0);
const LARGEST_PRICE = 1e15;

/** NaN for a text that is no time. */
function timeOf(text: string, { resolution, zone }: DraftChart): number {
  const wallMs = Date.parse(`${text}Z`.replace(/^(\d{4}-\d\d-\d\d)Z$/, '$1T00:00Z'));
  const isMoment = !Number.isNaN(wallMs) && !isDateResolution(resolution);
  const timeMs = isMoment ? wallToUtcMs(zone, wallMs) : wallMs;
  return timeMs >= EARLIEST_MS && timeMs <= LATEST_MS ? timeMs : Number.NaN;
}

/** Messages by field: the name of a point's field, or `levels`, `account` or `resolutions`. */
export type DraftProblems = Readonly<Record<string, string>>;

const NO_PRICE = 'Enter a price, such as 1234.50.';
const NO_TIME = 'Enter a date between 1900 and 2200.';
const NO_LEVEL = 'Enter levels from −100 to 100, at least one.';
const NO_ACCOUNT = 'Enter the size of the account and a risk up to 100 %, or leave both empty.';
const NO_INTERVAL = 'Choose at least one interval.';

type Point = Drawing['points'][number];

/** The change of a field to its points; null for a text that is no price or time. */
function readField({ kind }: PointField, text: string, chart: DraftChart): Partial<Point> | null {
  if (kind === 'time') {
    const timeMs = timeOf(text, chart);
    return Number.isNaN(timeMs) ? null : { timeMs };
  }
  const price = numberOf(text);
  return Math.abs(price) <= LARGEST_PRICE ? { price } : null;
}

/** The points of a draft. Fields that were not changed keep their exact value, whatever their text leaves out. */
function readPoints(drawing: Drawing, draft: DrawingDraft, chart: DraftChart) {
  const before = draftOf(drawing, chart).points;
  const problems: Record<string, string> = {};
  let { points } = drawing;
  for (const one of pointFields(drawing.tool)) {
    const text = draft.points[one.name] ?? '';
    if (text === before[one.name]) continue;
    const change = readField(one, text, chart);
    if (change === null) problems[one.name] = one.kind === 'price' ? NO_PRICE : NO_TIME;
    else points = points.map((old, i) => (one.points.includes(i) ? { ...old, ...change } : old));
  }
  return { points, problems };
}

function readOwnLevels({ levels }: DrawingDraft): { levels: readonly number[] | undefined } | null {
  const numbers = levels.filter((text) => text.trim() !== '').map(numberOf);
  const read = readLevels(numbers);
  if (!read || read.length !== new Set(numbers).size) return null;
  const isUsual = read.join() === FIB_LEVELS.join();
  return { levels: isUsual ? undefined : read };
}

function readOwnAccount({ accountSize, riskPercent }: DrawingDraft) {
  if (accountSize.trim() === '' && riskPercent.trim() === '') return { account: undefined };
  const account = readAccount({ size: numberOf(accountSize), riskPercent: numberOf(riskPercent) });
  return account && { account };
}

/** The change that a draft makes to a drawing; fields with a problem leave it as it is. */
export function readDraft(
  drawing: Drawing,
  draft: DrawingDraft,
  chart: DraftChart,
): { change: DrawingChange; problems: DraftProblems } {
  const { hasLevels, hasText, isPosition } = DRAWING_TOOL_DEFINITIONS[drawing.tool];
  const { points, problems: pointProblems } = readPoints(drawing, draft, chart);
  const levels = hasLevels ? readOwnLevels(draft) : {};
  const account = isPosition ? readOwnAccount(draft) : {};
  const text = draft.text.trim();
  const { length: count } = draft.resolutions;
  const chosen = count === RESOLUTIONS.length ? undefined : draft.resolutions;
  const problems = {
    ...pointProblems,
    ...(levels === null && { levels: NO_LEVEL }),
    ...(account === null && { account: NO_ACCOUNT }),
    ...(count === 0 && { resolutions: NO_INTERVAL }),
  };
  const change = {
    points: drawing.isLocked ? drawing.points : points,
    style: draft.style,
    ...(hasText && text !== '' && { text }),
    ...levels,
    ...account,
    ...(count > 0 && { resolutions: chosen }),
  };
  return { change, problems };
}

/** The draft with another reward over risk: the target moves, entry and stop stay. */
export function withRatio(drawing: Drawing, draft: DrawingDraft, ratio: string, decimals: number) {
  const [entry, target, stop] = ['price0', 'price1', 'price2'].map((name) =>
    numberOf(draft.points[name] ?? ''),
  ) as [number, number, number];
  const side = drawing.tool === 'longPosition' ? 1 : -1;
  const wanted = numberOf(ratio);
  const price = entry + side * wanted * Math.abs(entry - stop);
  const isSound = wanted > 0 && Number.isFinite(price) && !Number.isNaN(target);
  const points = isSound ? { ...draft.points, price1: price.toFixed(decimals) } : draft.points;
  return { ...draft, points, ratio };
}

/** The draft with another text in a field of its points; the ratio follows prices. */
export function withPoint(draft: DrawingDraft, name: string, text: string): DrawingDraft {
  const points = { ...draft.points, [name]: text };
  const prices = ['price0', 'price1', 'price2'].map((one) => ({
    price: numberOf(points[one] ?? ''),
  }));
  const isKnown = prices.every(({ price }) => Number.isFinite(price));
  return { ...draft, points, ratio: isKnown ? ratioText(prices) : draft.ratio };
}
