import type { ChartLayout, Drawing, SingleLayout } from '@moneytrail/chart';
import { LAYOUT_VERSION, readLayout, settingsText, writeLayout } from '@moneytrail/chart/model';
import { type StudyInputs, soundInputs } from '@moneytrail/indicators';
import { record } from '../../../lib/record.ts';
import {
  engineStudies,
  readChartStudies,
  readsChartInputs,
} from '../preferences/studies-on-chart.ts';

/**
 * A layout without its instrument as parts that change independently: each setting, each input, each setting of a study
 * and each drawing is a JSON text by its key, `study:rsi/isVisible`.
 */
export type LayoutParts = {
  values: ReadonlyMap<string, string>;
  /** Keys of listed things in their order, by the list's name. */
  orders: ReadonlyMap<string, readonly string[]>;
};

/** The parts of another state that differ; null stands for a missing part. Storable as JSON. */
export type PartsDelta = {
  values: Readonly<Record<string, string | null>>;
  orders: Readonly<Record<string, readonly string[]>>;
};

/** Takes stored content apart, and puts it together again. */
export type LayoutCodec = {
  /** Throws a `LayoutError` on unreadable content. */
  partsOf: (content: string) => LayoutParts;
  /** Null where the parts cannot stand together. */
  contentOf: (parts: LayoutParts, at: { symbol: string; resolution: string }) => string | null;
};

const SETTINGS = [
  'candleType',
  'priceScale',
  'scalesPriceOnly',
  'hasVolume',
  'zone',
  'panes',
  'paneOrder',
] as const satisfies readonly (keyof ChartLayout)[];
const STUDY_SETTINGS = ['id', 'isVisible', 'pane'] as const;

const texts = new WeakMap<Drawing, string>();

/** Drawings are immutable, so each is serialized once. */
function drawingText(drawing: Drawing): string {
  const text = texts.get(drawing) ?? JSON.stringify(drawing);
  texts.set(drawing, text);
  return text;
}

/** Settings are read and written again, so that equal charts have equal texts. */
function cellText({ drawings, ...settings }: SingleLayout): string {
  const texts = drawings.map(drawingText).join(',');
  return `{"settings":${settingsText(settings)},"drawings":[${texts}]}`;
}

/** The stored grid that parts describe; undefined where they have one chart. */
function gridOf(parts: LayoutParts): unknown {
  const { values, orders } = parts;
  const cells = (orders.get('cells') ?? []).flatMap((id) => {
    const text = values.get(`cell:${id}`);
    if (text === undefined) return [];
    const { settings, drawings } = JSON.parse(text);
    return [{ id, layout: { ...settings, drawings } }];
  });
  if (cells.length === 0) return undefined;
  const { first, shares } = fieldsBelow(parts, 'grid/');
  return { first, ...record(shares), links: fieldsBelow(parts, 'grid/links/'), cells };
}

/** The inputs that the first study of each kind shares; null where there is none. */
export function sharedInputs({ studies }: Pick<ChartLayout, 'studies'>): StudyInputs | null {
  const sharing = studies.filter(readsChartInputs);
  if (sharing.length === 0) return null;
  return soundInputs(Object.assign({}, ...sharing.map(({ inputs }) => inputs)));
}

/** Equal layouts have equal parts: settings are read and written again first. */
export function partsOf({ drawings, grid, ...settings }: ChartLayout): LayoutParts {
  const layout = readLayout(writeLayout({ ...settings, drawings: [] }));
  const values = new Map<string, string>();
  const put = (prefix: string, fields: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) values.set(`${prefix}${name}`, JSON.stringify(value));
    }
  };
  put('', Object.fromEntries(SETTINGS.map((name) => [name, layout[name]])));
  put('guides/', layout.guides);
  put('paneFolds/', layout.paneFolds);
  put('inputs/', sharedInputs(layout) ?? {});
  const studies = readChartStudies(layout);
  for (const study of studies) {
    const at = `study:${study.key}/`;
    put(at, Object.fromEntries(STUDY_SETTINGS.map((name) => [name, study[name]])));
    put(`${at}inputs/`, study.inputs);
    put(`${at}styles/`, study.styles ?? {});
  }
  for (const one of layout.compared) values.set(`compared:${one.symbol}`, JSON.stringify(one));
  for (const one of drawings) values.set(`drawing:${one.id}`, drawingText(one));
  if (grid) {
    const { first, links, columns, rows } = grid;
    put('grid/', { first, shares: { columns, rows } });
    put('grid/links/', links);
    // A chart is changed on one page at a time: its settings are one part.
    for (const { id, layout: cell } of grid.cells) values.set(`cell:${id}`, cellText(cell));
  }
  const orders = new Map([
    ['studies', studies.map(({ key }) => key)],
    ['compared', layout.compared.map(({ symbol }) => symbol)],
    ['drawings', drawings.map(({ id }) => id)],
    ['cells', grid?.cells.map(({ id }) => id) ?? []],
  ]);
  return { values, orders };
}

/** The parts below a prefix by their names. */
function fieldsBelow({ values }: LayoutParts, prefix: string): Record<string, unknown> {
  const below = [...values].filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(
    below.map(([key, text]) => [key.slice(prefix.length), JSON.parse(text)]),
  );
}

/** Puts parts together on an instrument. Parts that exclude each other are left out. */
export function layoutOf(
  parts: LayoutParts,
  instrument: Pick<ChartLayout, 'symbol' | 'resolution'>,
): ChartLayout {
  const { values, orders } = parts;
  const readPart = (key: string): unknown => JSON.parse(values.get(key) ?? 'null');
  const studies = (orders.get('studies') ?? []).map((key) => {
    const fields = fieldsBelow(parts, `study:${key}/`);
    const below = (name: string) => fieldsBelow(parts, `study:${key}/${name}/`);
    return { ...fields, key, inputs: below('inputs'), styles: below('styles') };
  });
  const inputs = soundInputs(fieldsBelow(parts, 'inputs/'));
  return readLayout(
    JSON.stringify({
      ...Object.fromEntries(SETTINGS.map((name) => [name, readPart(name)])),
      ...instrument,
      version: LAYOUT_VERSION,
      guides: fieldsBelow(parts, 'guides/'),
      paneFolds: fieldsBelow(parts, 'paneFolds/'),
      studies: engineStudies(readChartStudies({ studies }), inputs),
      compared: (orders.get('compared') ?? []).map((symbol) => readPart(`compared:${symbol}`)),
      drawings: (orders.get('drawings') ?? []).map((id) => readPart(`drawing:${id}`)),
      grid: gridOf(parts),
    }),
  );
}

const NO_INSTRUMENT = { symbol: '', resolution: '1D' } as const;

/** Whether all parts can stand together: studies and compared instruments have limits, inputs an order. */
export function canStandTogether(parts: LayoutParts): boolean {
  return isEmpty(deltaOf(parts, partsOf(layoutOf(parts, NO_INSTRUMENT))));
}

export function isEmpty({ values, orders }: PartsDelta): boolean {
  return Object.keys(values).length + Object.keys(orders).length === 0;
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/** The parts of `other` that differ from those of `one`. */
export function deltaOf(one: LayoutParts, other: LayoutParts): PartsDelta {
  const values: Record<string, string | null> = {};
  for (const [key, text] of other.values) if (one.values.get(key) !== text) values[key] = text;
  for (const key of one.values.keys()) if (!other.values.has(key)) values[key] = null;
  const orders: Record<string, readonly string[]> = {};
  for (const name of new Set([...one.orders.keys(), ...other.orders.keys()])) {
    const order = other.orders.get(name) ?? [];
    if (!isSameOrder(one.orders.get(name) ?? [], order)) orders[name] = order;
  }
  return { values, orders };
}

/** `order` with the missing keys of `more` behind those that they follow there. */
function withMissing(order: readonly string[], more: readonly string[]): readonly string[] {
  const known = new Set(order);
  if (more.every((key) => known.has(key))) return order;
  const next = [...order];
  for (const [index, key] of more.entries()) {
    if (known.has(key)) continue;
    const before = more.slice(0, index).findLast((one) => known.has(one));
    next.splice(before === undefined ? 0 : next.indexOf(before) + 1, 0, key);
    known.add(key);
  }
  return next;
}

const LISTED: Readonly<Record<string, (key: string) => string>> = {
  studies: (key) => `study:${key}/id`,
  compared: (key) => `compared:${key}`,
  drawings: (key) => `drawing:${key}`,
  cells: (key) => `cell:${key}`,
};

/** The listed keys that have a part, each once. */
function present(
  values: ReadonlyMap<string, string>,
  name: string,
  order: readonly string[],
): string[] {
  const partOf = LISTED[name] ?? ((key: string) => key);
  return [...new Set(order)].filter((key) => values.has(partOf(key)));
}

/** Parts with a delta applied; things that the delta does not know keep their places. */
export function withDelta(parts: LayoutParts, delta: PartsDelta): LayoutParts {
  const values = new Map(parts.values);
  for (const [key, text] of Object.entries(delta.values)) {
    if (text === null) values.delete(key);
    else values.set(key, text);
  }
  const orders = new Map(parts.orders);
  for (const [name, order] of Object.entries(delta.orders)) {
    orders.set(name, withMissing(order, parts.orders.get(name) ?? []));
  }
  for (const [name, order] of orders) orders.set(name, present(values, name, order));
  return { values, orders };
}

/** A stored delta; null where it is none. */
export function readDelta(stored: unknown): PartsDelta | null {
  const { values, orders } = record(stored);
  const isText = (one: unknown) => typeof one === 'string';
  const areValues = Object.values(record(values)).every((one) => one === null || isText(one));
  const areOrders = Object.values(record(orders)).every(
    (one) => Array.isArray(one) && one.every(isText),
  );
  if (!areValues || !areOrders) return null;
  return { values: record(values), orders: record(orders) } as PartsDelta;
}

/** The states that the server may have from this tab. */
export type KnownParts = {
  /** The saved state that was changed here, in the forms that it may have. */
  bases: readonly LayoutParts[];
  /** States sent without an answer: the server may have stored any of them. */
  sent: readonly LayoutParts[];
};

/** Decides about one part: its value here, there, or null where both sides changed it. */
function choose<Value>(
  { mine, theirs }: { mine: Value; theirs: Value },
  known: { bases: readonly Value[]; sent: readonly Value[] },
  isSame: (one: Value, other: Value) => boolean,
): 'mine' | 'theirs' | null {
  if (isSame(mine, theirs)) return 'mine';
  if ([...known.bases, ...known.sent].some((one) => isSame(one, theirs))) return 'mine';
  const isChangedHere =
    !known.bases.some((one) => isSame(one, mine)) || known.sent.some((one) => !isSame(one, mine));
  return isChangedHere ? null : 'theirs';
}

/** Merges the order of a list by the keys that all states have; null where both sides changed it. */
function mergeOrder(
  name: string,
  { mine, theirs }: { mine: LayoutParts; theirs: LayoutParts },
  { bases, sent }: KnownParts,
): readonly string[] | null {
  const orderOf = ({ orders }: LayoutParts) => orders.get(name) ?? [];
  const states = [mine, theirs, ...bases, ...sent].map((state) => new Set(orderOf(state)));
  const common = (state: LayoutParts) =>
    orderOf(state).filter((key) => states.every((keys) => keys.has(key)));
  const chosen = choose(
    { mine: common(mine), theirs: common(theirs) },
    { bases: bases.map(common), sent: sent.map(common) },
    isSameOrder,
  );
  if (chosen === null) return null;
  const [first, second] = chosen === 'mine' ? [mine, theirs] : [theirs, mine];
  return withMissing(orderOf(first), orderOf(second));
}

/**
 * The changes of both sides since the known states, part by part; null where both changed the same part to different
 * values, or where the changes cannot stand together.
 */
export function mergeParts(
  sides: { mine: LayoutParts; theirs: LayoutParts },
  known: KnownParts,
): LayoutParts | null {
  const { mine, theirs } = sides;
  const values = new Map<string, string>();
  for (const key of new Set([...theirs.values.keys(), ...mine.values.keys()])) {
    const valueIn = (state: LayoutParts) => state.values.get(key);
    const chosen = choose(
      { mine: valueIn(mine), theirs: valueIn(theirs) },
      { bases: known.bases.map(valueIn), sent: known.sent.map(valueIn) },
      Object.is,
    );
    if (chosen === null) return null;
    const text = valueIn(sides[chosen]);
    if (text !== undefined) values.set(key, text);
  }
  const orders = new Map<string, readonly string[]>();
  for (const name of new Set([...theirs.orders.keys(), ...mine.orders.keys()])) {
    const order = mergeOrder(name, sides, known);
    if (order === null) return null;
    orders.set(name, present(values, name, order));
  }
  return { values, orders };
}
