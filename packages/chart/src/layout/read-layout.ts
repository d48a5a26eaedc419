import { isResolution, RESOLUTIONS, type Resolution } from '@moneytrail/calendar';
import {
  DEFAULT_INPUTS,
  type InputValues,
  isHouseId,
  PRICE_SOURCES,
  STUDIES,
  studySource,
} from '@moneytrail/indicators';
import { COMPARED_COLOURS, type ComparedInstrument, MOST_COMPARED } from '../chart-comparison.ts';
import {
  CANDLE_TYPES,
  type ChartGuides,
  type ChartStudy,
  EXCHANGE_ZONE,
  LINE_DASHES,
  LOCAL_ZONE,
  type OutputStyle,
  PRICE_SCALES,
} from '../chart-look.ts';
import type { ChartPoint } from '../chart-source.ts';
import { STUDY_COLOURS } from '../chart-theme.ts';
import {
  type Account,
  DRAWING_TOOLS,
  type Drawing,
  type DrawingStyle,
  type DrawingTool,
} from '../drawings/drawing.ts';
import { completed, firstStyle, TOOLS } from '../drawings/tools/index.ts';
import { isKeyOf, MOST_STUDIES, mayStandIn, paneKind } from '../studies/study-places.ts';
import { CHART_LINKS, type ChartLinks, MOST_CHARTS, sharesFor } from './chart-grid.ts';
import {
  type ChartGrid,
  type ChartLayout,
  LAYOUT_VERSION,
  type SingleLayout,
  writeLayout,
} from './chart-layout.ts';

const LONGEST_NAME = 64;

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function entries(value: unknown): [string, number][] {
  return Object.entries(record(value)).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
}

function oneOf<Choice>(value: unknown, choices: readonly Choice[], usual: Choice): Choice {
  return choices.find((choice) => choice === value) ?? usual;
}

function isBetween(value: unknown, low: number, high: number): value is number {
  return typeof value === 'number' && value >= low && value <= high;
}

/** At most `most` characters; empty where the value is no text. */
function text(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most) : '';
}

/** A stored text is no layout, or one of a newer version, which must not be overwritten. */
export class LayoutError extends Error {
  readonly reason: 'unreadable' | 'newer';
  constructor(reason: LayoutError['reason'], message: string) {
    super(message);
    this.name = 'LayoutError';
    this.reason = reason;
  }
}

/** Migrations to the next version, by the version they read. */
const MIGRATIONS: Readonly<Record<number, (older: Record<string, unknown>) => unknown>> = {
  // Each study was on the chart at most once, named by its id.
  1: (older) => ({
    ...older,
    version: 2,
    studies: list(older.studies).map((study) => ({ ...record(study), key: record(study).id })),
  }),
  // A page had one chart.
  2: (older) => ({ ...older, version: 3, grid: undefined }),
};

function upToDate(stored: Record<string, unknown>): Record<string, unknown> {
  const version = stored.version;
  if (typeof version !== 'number') {
    throw new LayoutError('unreadable', 'This is not a saved chart.');
  }
  if (version > LAYOUT_VERSION) {
    throw new LayoutError('newer', 'This chart was saved by a newer version. Reload the page.');
  }
  if (version === LAYOUT_VERSION) return stored;
  const migrate = MIGRATIONS[version];
  if (!migrate) throw new LayoutError('unreadable', 'This is not a saved chart.');
  return upToDate(record(migrate(stored)));
}

/** Inputs of a study of the house, in the order of the defaults, so that equal inputs give equal texts. */
function readHouseInputs(stored: unknown): InputValues {
  const fields = record(stored);
  const known = Object.entries(DEFAULT_INPUTS).flatMap(([name, usual]) => {
    const value = fields[name];
    if (name === 'source') return PRICE_SOURCES.some((one) => one === value) ? [[name, value]] : [];
    return typeof value === typeof usual ? [[name, value]] : [];
  });
  return Object.fromEntries(known);
}

const MOST_INPUTS = 24;
/** A source names an instrument and one of its prices. */
const LONGEST_INPUT = LONGEST_NAME + 16;
const WORD = /^[a-zA-Z][a-zA-Z0-9]{0,39}$/;

/** Inputs of any other study, in the order of their names. Its ranges are checked where it is computed. */
function readInputs(stored: unknown): InputValues {
  const read = Object.entries(record(stored)).flatMap(
    ([name, value]): [string, number | string][] => {
      if (!WORD.test(name)) return [];
      if (typeof value === 'number') return Number.isFinite(value) ? [[name, value]] : [];
      return typeof value === 'string' ? [[name, text(value, LONGEST_INPUT)]] : [];
    },
  );
  return Object.fromEntries(read.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_INPUTS));
}

function readOutputStyle(stored: unknown): OutputStyle {
  const { colour, widthPx, dash, isVisible, opacity, fillOpacity } = record(stored);
  const knownColour = STUDY_COLOURS.find((one) => one === colour);
  const knownDash = LINE_DASHES.find((one) => one === dash);
  return {
    ...(knownColour && { colour: knownColour }),
    ...(isBetween(widthPx, 0.5, 8) && { widthPx }),
    ...(knownDash && { dash: knownDash }),
    ...(isVisible === false && { isVisible }),
    ...(isBetween(opacity, 0.05, 1) && { opacity }),
    ...(isBetween(fillOpacity, 0, 1) && { fillOpacity }),
  };
}

const MOST_OUTPUTS = 16;
const STUDY_ID = /^[a-zA-Z]{2,40}$/;

/** Names of the outputs that may have a style: those of a study of the house, and any of others, whose code may not be loaded. */
function styledOutputs(id: string, styles: Record<string, unknown>): string[] {
  const outputs = STUDIES.find((study) => study.id === id)?.outputs.map(({ key }) => key);
  return (
    outputs ??
    Object.keys(styles)
      .filter((key) => WORD.test(key))
      .sort()
      .slice(0, MOST_OUTPUTS)
  );
}

function readStudy(id: string, stored: Record<string, unknown>, key: string): ChartStudy {
  const styles = record(stored.styles);
  const read = styledOutputs(id, styles)
    .map((output) => [output, readOutputStyle(styles[output])] as const)
    .filter(([, style]) => Object.keys(style).length > 0);
  return {
    key,
    id,
    inputs: isHouseId(id) ? readHouseInputs(stored.inputs) : readInputs(stored.inputs),
    isVisible: stored.isVisible !== false,
    ...(mayStandIn(id, stored.pane) && { pane: stored.pane }),
    ...(read.length > 0 && { styles: Object.fromEntries(read) }),
  };
}

/** Whether a study is computed from the one of a key, directly or over others. */
function isOver(study: ChartStudy | undefined, key: string, all: readonly ChartStudy[]): boolean {
  const source = study && studySource(study.inputs.source);
  if (!source) return false;
  const others = all.filter((one) => one !== study);
  return (
    source.key === key ||
    isOver(
      others.find((one) => one.key === source.key),
      key,
      others,
    )
  );
}

/** A study that would close a circle of sources gets its usual source. */
function withoutCircles(studies: readonly ChartStudy[]): ChartStudy[] {
  return studies.map((study, index) => {
    const before = studies.slice(0, index + 1);
    if (!isOver(study, study.key, before)) return study;
    const { source: _, ...inputs } = study.inputs;
    return { ...study, inputs };
  });
}

/**
 * Stored studies in their order, the first of each key. Unknown ones are kept: their code may not be loaded yet, or a
 * newer version of the page knows them.
 */
export function readStudies(stored: unknown): ChartStudy[] {
  const studies = new Map<string, ChartStudy>();
  for (const fields of list(stored).map(record)) {
    const { id, key } = fields;
    if (typeof id !== 'string' || !STUDY_ID.test(id)) continue;
    if (!isKeyOf(id, key) || studies.has(key)) continue;
    if (studies.size < MOST_STUDIES) studies.set(key, readStudy(id, fields, key));
  }
  return withoutCircles([...studies.values()]);
}

const MOST_DRAWINGS = 5_000;
const MOST_POINTS = 1_000;
const MOST_WORDS = 2_000;
/** Times that every calendar supports, epoch ms: the years 1900 to 2200. */
const TIMES = [Date.UTC(1900, 0), Date.UTC(2200, 0)] as const;
const PRICES = [-1e15, 1e15] as const;

function readPoints(stored: unknown): ChartPoint[] {
  return list(stored)
    .slice(0, MOST_POINTS)
    .flatMap((one) => {
      const { timeMs, price } = record(one);
      const isSound = isBetween(timeMs, ...TIMES) && isBetween(price, ...PRICES);
      return isSound ? [{ timeMs, price }] : [];
    });
}

/** Number of a drawing's points, including those that follow from the placed ones; null for strokes. */
function pointCount(tool: DrawingTool): number | null {
  const { points } = TOOLS[tool];
  if (points === 'stroke') return null;
  const placed = Array.from({ length: points }, () => ({ timeMs: 0, price: 1 }));
  return completed(tool, placed, (price) => price).length;
}

function readDrawingStyle(stored: unknown, tool: DrawingTool): DrawingStyle {
  const fields = record(stored);
  const usual = firstStyle(tool);
  return {
    colour: oneOf(fields.colour, STUDY_COLOURS, usual.colour),
    widthPx: isBetween(fields.widthPx, 0.5, 8) ? fields.widthPx : usual.widthPx,
    dash: oneOf(fields.dash, LINE_DASHES, usual.dash),
    fillOpacity: isBetween(fields.fillOpacity, 0, 1) ? fields.fillOpacity : usual.fillOpacity,
  };
}

/** Null shows the drawing on all intervals. */
function readResolutions(stored: unknown): readonly Resolution[] | null {
  const names = list(stored);
  const read = RESOLUTIONS.filter((one) => names.includes(one));
  return read.length === 0 || read.length === RESOLUTIONS.length ? null : read;
}

const MOST_LEVELS = 24;
const LEVELS = [-100, 100] as const;

/** Levels in rising order, each once; null has the tool's own. */
export function readLevels(stored: unknown): readonly number[] | null {
  const read = list(stored).filter((one): one is number => isBetween(one, ...LEVELS));
  const levels = [...new Set(read.map((level) => level + 0))].sort((a, b) => a - b);
  return levels.length === 0 ? null : levels.slice(0, MOST_LEVELS);
}

const LARGEST_ACCOUNT = 1e15;

export function readAccount(stored: unknown): Account | null {
  const { size, riskPercent } = record(stored);
  const isSound = isBetween(size, 0, LARGEST_ACCOUNT) && isBetween(riskPercent, 0, 100);
  return isSound && size > 0 && riskPercent > 0 ? { size, riskPercent } : null;
}

/** Empty where the stored value is no drawing of this version. */
export function readDrawing(stored: unknown): Drawing[] {
  const fields = record(stored);
  const id = text(fields.id, LONGEST_NAME);
  const symbol = text(fields.symbol, LONGEST_NAME);
  const tool = DRAWING_TOOLS.find((one) => one === fields.tool);
  const points = readPoints(fields.points);
  if (!tool || id === '' || symbol === '') return [];
  const wanted = pointCount(tool);
  if (wanted === null ? points.length < 2 : points.length !== wanted) return [];
  const { hasLevels, isPosition } = TOOLS[tool];
  const resolutions = readResolutions(fields.resolutions);
  const levels = hasLevels ? readLevels(fields.levels) : null;
  const account = isPosition ? readAccount(fields.account) : null;
  return [
    {
      id,
      tool,
      symbol,
      points,
      style: readDrawingStyle(fields.style, tool),
      text: text(fields.text, MOST_WORDS),
      isLocked: fields.isLocked === true,
      isVisible: fields.isVisible !== false,
      ...(resolutions && { resolutions }),
      ...(levels && { levels }),
      ...(account && { account }),
    },
  ];
}

/** Stored drawings, back to front, the last of each id. */
function readDrawings(stored: unknown): Drawing[] {
  const drawings = list(stored).slice(0, MOST_DRAWINGS).flatMap(readDrawing);
  return [...new Map(drawings.map((drawing) => [drawing.id, drawing])).values()];
}

/** Stored compared instruments, each once. */
function readCompared(stored: unknown): ComparedInstrument[] {
  const read = new Map<string, ComparedInstrument>();
  for (const fields of list(stored).map(record)) {
    const symbol = text(fields.symbol, LONGEST_NAME);
    if (symbol === '' || read.has(symbol) || read.size === MOST_COMPARED) continue;
    const usual = COMPARED_COLOURS[read.size] ?? COMPARED_COLOURS[0];
    const colour = oneOf(fields.colour, COMPARED_COLOURS, usual);
    read.set(symbol, { symbol, colour, isVisible: fields.isVisible !== false });
  }
  return [...read.values()];
}

function isZone(zone: string): boolean {
  if (zone === EXCHANGE_ZONE || zone === LOCAL_ZONE) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Stored guides; all are shown except those the user hid. */
export function readGuides(stored: unknown): ChartGuides {
  const fields = record(stored);
  return {
    hasGrid: fields.hasGrid !== false,
    hasLastPriceLine: fields.hasLastPriceLine !== false,
    hasCountdown: fields.hasCountdown !== false,
    hasSessionBreaks: fields.hasSessionBreaks !== false,
    hasTags: fields.hasTags !== false,
  };
}

/** Panes whose studies are gone are kept, as the studies may come back. */
const MOST_PANES = 2 * MOST_STUDIES;

function isStudyPane(pane: unknown): pane is string {
  return typeof pane === 'string' && pane !== 'main' && paneKind(pane) !== null;
}

function readPaneOrder(stored: unknown): readonly string[] {
  return [...new Set(list(stored).filter(isStudyPane))].slice(0, MOST_PANES);
}

function readPaneFolds(stored: unknown): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    Object.entries(record(stored))
      .filter((one): one is [string, boolean] => isStudyPane(one[0]) && typeof one[1] === 'boolean')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, MOST_PANES),
  );
}

/** One chart; null where the stored value names no instrument. */
function readChart(fields: Record<string, unknown>): SingleLayout | null {
  const { symbol, resolution, zone } = fields;
  if (typeof symbol !== 'string' || typeof resolution !== 'string' || !isResolution(resolution)) {
    return null;
  }
  const zoneText = text(zone, LONGEST_NAME);
  return {
    version: LAYOUT_VERSION,
    symbol,
    resolution,
    candleType: oneOf(fields.candleType, CANDLE_TYPES, 'candles'),
    priceScale: oneOf(fields.priceScale, PRICE_SCALES, 'normal'),
    scalesPriceOnly: fields.scalesPriceOnly === true,
    hasVolume: fields.hasVolume !== false,
    guides: readGuides(fields.guides),
    zone: isZone(zoneText) ? zoneText : EXCHANGE_ZONE,
    studies: readStudies(fields.studies),
    panes: Object.fromEntries(
      entries(fields.panes)
        .filter(([pane, share]) => paneKind(pane) !== null && isBetween(share, 0, 1))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    paneOrder: readPaneOrder(fields.paneOrder),
    paneFolds: readPaneFolds(fields.paneFolds),
    compared: readCompared(fields.compared),
    drawings: readDrawings(fields.drawings),
  };
}

const CELL_ID = /^[a-zA-Z0-9-]{1,40}$/;

/** Further charts, the first of each id; null without any. */
function readGrid(stored: unknown): ChartGrid | null {
  const fields = record(stored);
  const { id: firstId, symbol, resolution } = record(fields.first);
  if (typeof firstId !== 'string' || !CELL_ID.test(firstId) || typeof symbol !== 'string') {
    return null;
  }
  if (typeof resolution !== 'string' || !isResolution(resolution)) return null;
  const layouts = new Map<string, SingleLayout>();
  for (const { id, layout } of list(fields.cells).map(record)) {
    if (typeof id !== 'string' || !CELL_ID.test(id) || id === firstId || layouts.has(id)) continue;
    const read = readChart(record(layout));
    if (read && layouts.size < MOST_CHARTS - 1) layouts.set(id, read);
  }
  if (layouts.size === 0) return null;
  const links = record(fields.links);
  const shares = { columns: list(fields.columns), rows: list(fields.rows) };
  return {
    first: { id: firstId, symbol, resolution },
    cells: [...layouts].map(([id, layout]) => ({ id, layout })),
    links: Object.fromEntries(
      CHART_LINKS.map((link) => [link, links[link] === true]),
    ) as ChartLinks,
    ...sharesFor(layouts.size + 1, shares),
  };
}

/**
 * Reads a stored layout and migrates it to this version. Missing or wrong fields get their usual value, unreadable list
 * entries are dropped. Throws a LayoutError for a text that is no layout or has a newer version.
 */
export function readLayout(stored: string): ChartLayout {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored);
  } catch {
    throw new LayoutError('unreadable', 'This is not a saved chart.');
  }
  const fields = upToDate(record(parsed));
  const chart = readChart(fields);
  if (!chart) throw new LayoutError('unreadable', 'This saved chart names no instrument.');
  const grid = readGrid(fields.grid);
  return { ...chart, ...(grid && { grid }) };
}

/**
 * All of a layout except its drawings as one text. Settings are read and written again, so that equal ones give equal
 * texts in any order of fields.
 */
export function settingsText(layout: Omit<ChartLayout, 'drawings'>): string {
  return writeLayout(readLayout(writeLayout({ ...layout, drawings: [] })));
}

/** The same without symbol and resolution. */
export function lookText(layout: Omit<ChartLayout, 'drawings'>): string {
  return settingsText({ ...layout, symbol: '', resolution: '1D' });
}
