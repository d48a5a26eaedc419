import * as z from 'zod/mini';
import { resolution } from '../market/instrument.ts';
import { text } from '../text.ts';

export const MOST_CONDITIONS = 5;
export const LONGEST_ALERT_MESSAGE = 1_000;
export const LONGEST_ALERT_NAME = 100;

const price = z.number();
const bars = z.int().check(z.minimum(1), z.maximum(500));

/**
 * The comparison of a figure with another one. The first three happen once, at a crossing; reaching the other figure
 * exactly is a crossing. The last two hold for as long as the figure is beyond the other one.
 */
export const COMPARISONS = ['crosses', 'crossesUp', 'crossesDown', 'above', 'below'] as const;
export type Comparison = (typeof COMPARISONS)[number];
const comparison = z.enum(COMPARISONS);

/** A movement across the border of a range. */
const border = z.enum(['enters', 'leaves']);

const level = z.enum([
  'longTermResistance',
  'shortTermResistance',
  'shortTermSupport',
  'longTermSupport',
]);

/** The inputs of a study that differ from the defaults, by name. */
const inputs = z
  .record(
    text().check(z.regex(/^[a-zA-Z]{1,30}$/)),
    z.union([z.number(), text().check(z.maxLength(30))]),
  )
  .check(z.refine((given) => Object.keys(given).length <= 24, 'Too many inputs.'));

const point = z.strictObject({ timeMs: z.int(), price });

/**
 * The part of a drawing that is watched: one line, or two that bound a channel, each through two points. Between them a line
 * is straight on a linear or a logarithmic scale, counted in bars of the alert's resolution. `fromMs` and `untilMs` are
 * where it begins and ends; null where it goes on.
 */
export const alertFigure = z.strictObject({
  lines: z.array(z.strictObject({ from: point, to: point })).check(z.minLength(1), z.maxLength(2)),
  isLogarithmic: z.boolean(),
  fromMs: z.nullable(z.int()),
  untilMs: z.nullable(z.int()),
});
export type AlertFigure = z.infer<typeof alertFigure>;

/** One condition of an alert. */
export const alertCondition = z.discriminatedUnion('kind', [
  /** The price against a value. */
  z.strictObject({ kind: z.literal('price'), is: comparison, value: price }),
  /** The price and a range of two values. */
  z.strictObject({ kind: z.literal('channel'), price: border, low: price, high: price }),
  /** A change of the close, in percent or in the instrument's price, from some close of the last `bars` bars. */
  z.strictObject({
    kind: z.literal('move'),
    direction: z.enum(['up', 'down', 'either']),
    size: price.check(z.positive()),
    unit: z.enum(['percent', 'price']),
    bars,
  }),
  /**
   * A level of support or resistance, as of the last closed bar: the price reaches it, the price breaks it, or the level
   * itself moves when a bar closes.
   */
  z.strictObject({
    kind: z.literal('level'),
    level,
    event: z.enum(['reached', 'broken', 'moved']),
    inputs,
  }),
  /** An output of a study at closed bars, against a value, another output of the study, or the close of the same bar. */
  z.strictObject({
    kind: z.literal('study'),
    study: text().check(z.maxLength(30)),
    output: text().check(z.maxLength(30)),
    inputs,
    is: comparison,
    than: z.union([
      z.strictObject({ value: price }),
      z.strictObject({ output: text().check(z.maxLength(30)) }),
      z.strictObject({ price: z.literal('close') }),
    ]),
  }),
  /** A buy or sell mark of a closed bar. */
  z.strictObject({
    kind: z.literal('signal'),
    side: z.enum(['buy', 'sell', 'any']),
    isStrongOnly: z.boolean(),
  }),
  /** The price against a drawing, which the alert follows when it is moved. */
  z.strictObject({
    kind: z.literal('drawing'),
    drawing: text().check(z.minLength(1), z.maxLength(100)),
    /** The layout that has the drawing; null if the chart is not saved. */
    layout: z.nullable(z.int()),
    figure: alertFigure,
    price: z.enum(['crosses', 'crossesUp', 'crossesDown', 'enters', 'leaves']),
  }),
  /** The volume of a closed bar, compared with the average of the `bars` bars before it. */
  z.strictObject({
    kind: z.literal('volume'),
    times: z.number().check(z.positive(), z.maximum(1_000)),
    bars,
  }),
  /** No price for `minutes` while the session is open; the only condition of its alert. */
  z.strictObject({
    kind: z.literal('silence'),
    minutes: z.int().check(z.minimum(1), z.maximum(1_440)),
  }),
]);
export type AlertCondition = z.infer<typeof alertCondition>;

/** All conditions within one bar, or one after the other within `bars` bars each. */
export const conditionsJoined = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('and') }),
  z.strictObject({ kind: z.literal('then'), bars }),
]);

/** The frequency of firings. `barClose` looks at closed bars alone, so that no firing is ever taken back. */
export const alertTrigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('once') }),
  z.strictObject({ kind: z.literal('oncePerBar') }),
  z.strictObject({ kind: z.literal('barClose') }),
  z.strictObject({
    kind: z.literal('atMostEvery'),
    minutes: z.int().check(z.minimum(1), z.maximum(1_440)),
  }),
]);
export type AlertTrigger = z.infer<typeof alertTrigger>;

/** Minutes of the day in the exchange's zone. */
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1_440));

/** The changes of a screen that fire. */
export const SCREEN_EVENTS = ['enters', 'leaves', 'either'] as const;
export type ScreenEvent = (typeof SCREEN_EVENTS)[number];

/** The conditions of an alert, the times at which it fires, and the ways on which that is told. */
export const alertDefinition = z.strictObject({
  name: text().check(z.maxLength(LONGEST_ALERT_NAME)),
  /** `EXCHANGE:CODE`; with `watchlist`, the instrument on whose chart the alert is shown; with `screen`, not watched. */
  symbol: text().check(z.minLength(1), z.maxLength(100)),
  /** The watchlist of which every instrument is watched, each for itself; left out for the symbol alone. */
  watchlist: z.optional(z.int()),
  /** A saved screen of the owner: the alert fires for each instrument that enters or leaves it. It has no conditions of its own. */
  screen: z.optional(z.strictObject({ id: z.int(), event: z.enum(SCREEN_EVENTS) })),
  resolution,
  /** At least one, but for an alert on a screen, which has none. */
  conditions: z.array(alertCondition).check(z.maxLength(MOST_CONDITIONS)),
  joined: conditionsJoined,
  trigger: alertTrigger,
  /** The end of the alert; null for none. */
  untilMs: z.nullable(z.int()),
  /** Only within these minutes of the exchange's day; null for all. A range may span midnight. */
  hours: z.nullable(z.strictObject({ from: minuteOfDay, to: minuteOfDay })),
  /** The text of the message, with placeholders; empty for the sentence that describes the alert. */
  message: text().check(z.maxLength(LONGEST_ALERT_MESSAGE)),
  channels: z.strictObject({
    mail: z.boolean(),
    push: z.boolean(),
    /** The webhook that is called; null for none. */
    webhook: z.nullable(z.int()),
  }),
  /** The sound on an open page; null for silence. */
  sound: z.nullable(z.enum(['bell', 'chime', 'knock'])),
});
export type AlertDefinition = z.infer<typeof alertDefinition>;
