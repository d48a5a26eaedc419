import { fillTemplate, findStudyFigure, NEW_MEMORY } from '@moneytrail/alerts';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import {
  type AnyFigure,
  FIGURE_UNITS,
  FIGURE_WORDS,
  type FigureKind,
  isScreenFigure,
  type SavedScreen,
  type ScreenCondition,
  type SnapshotResolution,
} from '@moneytrail/contract';
import { figureValue, type TableRow } from '../../screener/index.ts';
import type { AlertRow } from '../alert-store.ts';
import { instrumentText, numberText } from '../engine/alert-words.ts';
import type { NewFiring } from '../engine/store-firings.ts';
import { placeOf } from './screen-looks.ts';
import type { ScreenChange, Telling } from './screen-members.ts';

/** Instruments that one text names; the others are counted. */
const MOST_NAMED = 50;

/** The decimals of figures; a price has those of its instrument. */
const DECIMALS: Readonly<Record<FigureKind, number>> = {
  price: 0,
  priceChange: 0,
  number: 2,
  change: 2,
  percent: 2,
  points: 2,
  signedPoints: 2,
  volume: 0,
  ratio: 2,
  signedNumber: 0,
  basisPoints: 1,
  index: 1,
  days: 0,
};

type Part = { figure: AnyFigure; resolution: SnapshotResolution };

/** The name and the decimals of a figure; those of a study are read from its catalogue. */
function wordsOf(figure: AnyFigure, priceScale: number) {
  const study = isScreenFigure(figure) ? undefined : findStudyFigure(figure);
  const label = study?.study.outputs.length === 1 ? '' : ` ${study?.output.label ?? ''}`;
  const { name, kind } = isScreenFigure(figure)
    ? FIGURE_WORDS[figure]
    : {
        name: study ? `${study.study.shortName}${label}` : figure,
        kind: study?.output.format.startsWith('price') ? ('price' as const) : ('number' as const),
      };
  const decimals = kind === 'price' ? Math.round(Math.log10(priceScale)) : DECIMALS[kind];
  return { name, decimals, unit: FIGURE_UNITS[kind] };
}

/** The figures that conditions compare, each once, in their order. */
function figuresOf({ resolution, groups }: SavedScreen['question']): Part[] {
  const figuresIn = (condition: ScreenCondition): Part[] => {
    if (condition.kind !== 'figure' && condition.kind !== 'between') return [];
    const at = condition.resolution ?? resolution;
    const own = { figure: condition.figure, resolution: at };
    if (condition.kind === 'between' || 'value' in condition.than) return [own];
    return [own, { figure: condition.than.figure, resolution: at }];
  };
  const all = groups.flatMap(({ conditions }) => conditions.flatMap(figuresIn));
  return [...new Map(all.map((part) => [`${part.figure} ${part.resolution}`, part])).values()];
}

/** `RSI 28.4, ATR 2.10 % (4h)`; figures that are not known are left out. */
function figuresText(row: TableRow, question: SavedScreen['question']): string {
  const texts = figuresOf(question).flatMap(({ figure, resolution }) => {
    const value = figureValue(row, figure, resolution);
    if (value === null) return [];
    const { name, decimals, unit } = wordsOf(figure, row.instrument.priceScale);
    const own = resolution === question.resolution ? '' : ` (${RESOLUTION_LABELS[resolution]})`;
    return `${name} ${numberText(value, decimals)}${unit}${own}`;
  });
  return texts.join(', ');
}

const screenText = ({ name, question }: SavedScreen) =>
  `the screen “${name}” (${RESOLUTION_LABELS[question.resolution]})`;

type Watched = { row: AlertRow; screen: SavedScreen };

type Entry = { change: ScreenChange; row: TableRow };

/** The sentence of a firing: one instrument with the figures of the conditions, or several by their codes. */
function sentenceOf(entries: readonly Entry[], screen: SavedScreen) {
  const [first] = entries;
  if (first && entries.length === 1) {
    const condition = `${instrumentText(first.row.instrument)} ${first.change.kind} ${screenText(screen)}`;
    const figures = figuresText(first.row, screen.question);
    return { condition, text: `${condition}.${figures === '' ? '' : ` ${figures}.`}` };
  }
  const named = entries.slice(0, MOST_NAMED).map(({ row }) => row.instrument.code);
  const more = entries.length - named.length;
  const codes = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const verb = first?.change.kind === 'leaves' ? 'leave' : 'enter';
  const condition = `${entries.length} instruments ${verb} ${screenText(screen)}: ${codes}`;
  return { condition, text: `${condition}.` };
}

/** One firing for some instruments, whose symbol, bar and price are those of the first; null without one. */
function firingOf(
  { row: alert, screen }: Watched,
  entries: readonly Entry[],
  { occurrence, nowMs }: { occurrence: string; nowMs: number },
): NewFiring | null {
  const [first] = entries;
  const place = first && placeOf(first.row, screen.question);
  if (!first || !place) return null;
  const { definition } = alert;
  const { instrument } = first.row;
  const { condition, text } = sentenceOf(entries, screen);
  const price = place.entry.figures.close ?? 0;
  const timeMs = Math.max(...entries.map(({ change }) => change.closedAtMs));
  const values = {
    symbol: instrument.ticker,
    code: instrument.code,
    exchange: instrument.exchange,
    name: definition.name,
    interval: RESOLUTION_LABELS[screen.question.resolution],
    condition,
    price,
    close: price,
    time: new Date(timeMs).toISOString(),
    now: new Date(nowMs).toISOString(),
  };
  return {
    alertId: alert.id,
    listAlertId: null,
    userId: alert.user_id,
    activation: alert.activation,
    isLast: false,
    memory: NEW_MEMORY,
    occurrence,
    // Several instruments are told under the name of their screen.
    name: definition.name || (entries.length > 1 ? screen.name : ''),
    symbol: instrument.ticker,
    resolution: place.resolution,
    timeMs,
    barTime: place.entry.time,
    price,
    text,
    message: definition.message === '' ? text : fillTemplate(definition.message, values),
    late: null,
    sound: definition.sound,
    channels: definition.channels,
  };
}

/**
 * The firings of changes, in the order of symbols: one for each, or one for all that enter and one for all that leave.
 * `version` is that of the members before them, and names those firings.
 */
export function firingsOf(
  watched: Watched,
  { changes, isTogether }: Telling,
  {
    rowOf,
    version,
    nowMs,
  }: { rowOf: (id: number) => TableRow | undefined; version: number; nowMs: number },
): NewFiring[] {
  const entries = changes
    .flatMap((change): Entry[] => {
      const row = rowOf(change.id);
      return row ? [{ change, row }] : [];
    })
    .sort((a, b) => (a.row.ticker < b.row.ticker ? -1 : 1));
  const named = (one: readonly Entry[], occurrence: string) =>
    firingOf(watched, one, { occurrence, nowMs }) ?? [];
  if (!isTogether) {
    return entries.flatMap((entry) => {
      const { id, kind, barTime } = entry.change;
      return named([entry], `${kind} ${id} ${barTime}`);
    });
  }
  return (['enters', 'leaves'] as const).flatMap((kind) =>
    named(
      entries.filter(({ change }) => change.kind === kind),
      `${kind} together ${version}`,
    ),
  );
}
