import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName, instrumentType } from '../market/instrument.ts';
import { isBlank } from '../storable-text.ts';
import { text } from '../text.ts';
import { wholeNumber } from './query-fields.ts';
import { SNAPSHOT_RESOLUTIONS, type SnapshotResolution } from './watchlists.ts';

/** The maximum number of saved screens of an account. */
export const MAX_SCREENS = 50;
/** Rows of one answer, at most. */
export const MAX_SCREEN_ROWS = 500;
/** Conditions of a screen, at most, in all its groups together. */
export const MAX_SCREEN_CONDITIONS = 20;
/** The maximum length of a screen's name, in UTF-16 code units. */
export const MAX_SCREEN_NAME_LENGTH = 100;

/**
 * The figures of an instrument at its last closed bar. `change1` is the change of the close over one bar, in percent, and so
 * on; `volumeRatio` is the volume divided by the average of the 20 bars before. `to…` is the distance from the close to a
 * level or an average, in percent of the close, positive if that is above. `atrPercent` is the average true range of 14
 * bars, in percent of the close. `markAgeDays` is the time from the end of the newest mark's bar to the last close, in days.
 */
export const SCREEN_FIGURES = [
  'close',
  'change1',
  'change5',
  'change20',
  'change60',
  'volume',
  'volumeRatio',
  'longTermResistance',
  'shortTermResistance',
  'shortTermSupport',
  'longTermSupport',
  'toLongTermResistance',
  'toShortTermResistance',
  'toShortTermSupport',
  'toLongTermSupport',
  'longTermTightness',
  'shortTermTightness',
  'distanceToLongTermMin',
  'distanceToShortTermMin',
  'longShortPercentage',
  'longShortChange5',
  'deployment',
  'liquiditySpread',
  'rsi',
  'toSma50',
  'toSma200',
  'atrPercent',
  'markAgeDays',
] as const;
export type ScreenFigure = (typeof SCREEN_FIGURES)[number];

/** Figures of studies in one question or its rows, at most. */
export const MAX_STUDY_FIGURES = 50;
/** Columns of a saved screen, at most. */
export const MAX_SCREEN_COLUMNS = 50;

/**
 * An output of a study of the field with its default inputs, such as `macd-signal`. The contract knows the syntax alone; the
 * server refuses names that are not in its catalogue.
 */
export type StudyFigure = `${string}-${string}`;
const studyFigure = z.templateLiteral([
  z.string().check(z.regex(/^[a-zA-Z]{1,40}$/)),
  '-',
  z.string().check(z.regex(/^[a-zA-Z]{1,40}$/)),
]);
/** A figure of the product or of a study. */
export type AnyFigure = ScreenFigure | StudyFigure;

export const isScreenFigure = (name: string): name is ScreenFigure =>
  SCREEN_FIGURES.some((one) => one === name);

/** Whether a text has the syntax of a figure of a study. */
export const isStudyFigure = (name: string): name is StudyFigure =>
  /^[a-zA-Z]{1,40}-[a-zA-Z]{1,40}$/.test(name);

/** The id of a figure's study. */
export const studyOf = (figure: StudyFigure): string => figure.slice(0, figure.indexOf('-'));

const figureName = z.union([z.enum(SCREEN_FIGURES), studyFigure]);
const screenResolution = z.enum(SNAPSHOT_RESOLUTIONS);
const bound = z.number();

/** A condition on one instrument. A figure that is not known fulfils no condition. */
export const screenCondition = z.discriminatedUnion('kind', [
  /** A figure against a value or another figure of the same interval; `resolution` is that of the screen if left out. */
  z.strictObject({
    kind: z.literal('figure'),
    figure: figureName,
    resolution: z.optional(screenResolution),
    is: z.enum(['above', 'below']),
    than: z.union([z.strictObject({ value: bound }), z.strictObject({ figure: figureName })]),
  }),
  /** A figure between two values, both included. */
  z.strictObject({
    kind: z.literal('between'),
    figure: figureName,
    resolution: z.optional(screenResolution),
    from: bound,
    to: bound,
  }),
  /** The newest mark is of a side and not older than some days. */
  z.strictObject({
    kind: z.literal('mark'),
    resolution: z.optional(screenResolution),
    side: z.enum(['buy', 'sell', 'any']),
    isStrongOnly: z.boolean(),
    withinDays: z.number().check(z.positive(), z.maximum(3_650)),
  }),
  z.strictObject({
    kind: z.literal('exchange'),
    exchanges: z.array(exchangeName).check(z.minLength(1), z.maxLength(20)),
  }),
  z.strictObject({
    kind: z.literal('type'),
    types: z.array(instrumentType).check(z.minLength(1), z.maxLength(20)),
  }),
]);
export type ScreenCondition = z.infer<typeof screenCondition>;

const join = z.enum(['and', 'or']);
const conditions = z.array(screenCondition).check(z.maxLength(MAX_SCREEN_CONDITIONS));

/** Groups of conditions, joined among each other and inside each. Without a group every instrument is found. */
export const screenQuestion = z
  .strictObject({
    resolution: screenResolution,
    join,
    groups: z
      .array(z.strictObject({ join, conditions: conditions.check(z.minLength(1)) }))
      .check(z.maxLength(MAX_SCREEN_CONDITIONS)),
    /** Instruments without the figure come last in either direction; equal ones are in the order of their symbols. */
    sort: z.strictObject({
      by: z.union([z.enum(['symbol', 'mark', ...SCREEN_FIGURES]), studyFigure]),
      direction: z.enum(['ascending', 'descending']),
    }),
  })
  .check(
    z.refine(
      ({ groups }) =>
        groups.reduce((sum, group) => sum + group.conditions.length, 0) <= MAX_SCREEN_CONDITIONS,
      `must have at most ${MAX_SCREEN_CONDITIONS} conditions`,
    ),
  );
export type ScreenQuestion = z.infer<typeof screenQuestion>;

/** The figures of studies that a question reads, by interval. */
export function studyFiguresOf({
  resolution,
  groups,
  sort,
}: Pick<ScreenQuestion, 'resolution' | 'groups' | 'sort'>): {
  figure: StudyFigure;
  resolution: SnapshotResolution;
}[] {
  const ofConditions = groups.flatMap(({ conditions: each }) =>
    each.flatMap((one) => {
      if (one.kind !== 'figure' && one.kind !== 'between') return [];
      const names =
        one.kind === 'figure' && 'figure' in one.than
          ? [one.figure, one.than.figure]
          : [one.figure];
      return names.map((name) => ({ name, resolution: one.resolution ?? resolution }));
    }),
  );
  return [...ofConditions, { name: sort.by, resolution }].flatMap(({ name, resolution: at }) =>
    isStudyFigure(name) ? [{ figure: name, resolution: at }] : [],
  );
}

const figure = z.nullable(z.number());

/** An instrument that a screen found, with its figures at the screen's interval. */
export const screenRow = z.strictObject({
  symbol: z.string(),
  description: z.string(),
  exchange: exchangeName,
  type: instrumentType,
  priceScale: z.int(),
  simulated: z.boolean(),
  /** Whether its session is open now. */
  isOpen: z.boolean(),
  /** The start of the last closed bar; null while none is known. */
  time: z.nullable(z.int()),
  figures: z.strictObject(
    Object.fromEntries(SCREEN_FIGURES.map((name) => [name, figure])) as Record<
      ScreenFigure,
      typeof figure
    >,
  ),
  /** The figures of studies that were asked for. */
  studies: z.record(z.string(), figure),
  mark: z.nullable(
    z.strictObject({ side: z.enum(['buy', 'sell']), strong: z.boolean(), time: z.int() }),
  ),
});
export type ScreenRow = z.infer<typeof screenRow>;

export const screenInstruments = endpoint({
  name: 'screenInstruments',
  summary: 'Finds the instruments whose stored figures fulfil conditions, in an order.',
  method: 'POST',
  path: '/api/data/screen',
  access: 'user',
  permission: 'isDetailedSummaryAllowed',
  scope: 'prices:read',
  prices: 'list',
  body: z.strictObject({
    question: screenQuestion,
    /** Figures of studies that the rows have besides. */
    studies: z._default(z.array(studyFigure).check(z.maxLength(MAX_STUDY_FIGURES)), []),
    offset: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 0),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_SCREEN_ROWS)), 100),
    /** The version of an answer to the same request that the caller has. */
    since: z.optional(text().check(z.maxLength(60))),
  }),
  response: z.strictObject({
    /** Changes with the figures, the instruments and the caller's rights. */
    version: z.string(),
    /** Instruments that were looked at. */
    total: z.int(),
    /** Instruments that the caller may not see, which were not looked at. */
    locked: z.int(),
    /** Instruments that were found, on all pages. */
    matched: z.int(),
    /** Studies of the question and the rows that are not computed yet at the last closed bar of every instrument. */
    pending: z.array(
      z.strictObject({
        study: z.string(),
        resolution: screenResolution,
        /** Instruments whose values are known. */
        known: z.int(),
        /** Instruments that have bars of the interval. */
        total: z.int(),
      }),
    ),
    /** Null if nothing has changed since the version that the caller has. */
    rows: z.nullable(z.array(screenRow)),
  }),
});
export type ScreenAnswer = z.infer<typeof screenInstruments.response>;

const screenName = text().check(
  z.maxLength(MAX_SCREEN_NAME_LENGTH, `must be at most ${MAX_SCREEN_NAME_LENGTH} characters`),
  z.refine((value) => !isBlank(value), 'must not be blank'),
);

/** The columns of a saved screen in their order, beside the symbol. */
export const SCREEN_COLUMNS = ['exchange', 'type', 'session', 'mark', ...SCREEN_FIGURES] as const;
export type ScreenColumn = (typeof SCREEN_COLUMNS)[number] | StudyFigure;

/** The parts of a screen that its owner changes. */
export const screenFields = {
  name: screenName,
  question: screenQuestion,
  columns: z.array(z.union([z.enum(SCREEN_COLUMNS), studyFigure])).check(
    z.minLength(1),
    z.maxLength(MAX_SCREEN_COLUMNS),
    z.refine((list) => new Set(list).size === list.length, 'must name each column once'),
  ),
};

export const savedScreen = z.strictObject({
  id: z.int(),
  ...screenFields,
  name: z.string(),
  /** Increases by one with every save. */
  revision: z.int(),
  changedAtMs: z.int(),
});
export type SavedScreen = z.infer<typeof savedScreen>;

const params = z.strictObject({ id: wholeNumber({ least: 1, most: 1e15 - 1 }) });

export const listScreens = endpoint({
  name: 'listScreens',
  summary: "Lists the caller's saved screens by name.",
  method: 'GET',
  path: '/api/screens',
  access: 'user',
  response: z.strictObject({ screens: z.array(savedScreen) }),
});

export const createScreen = endpoint({
  name: 'createScreen',
  summary: 'Saves a new screen; a repeated request with the same key creates no second one.',
  method: 'POST',
  path: '/api/screens',
  access: 'user',
  /** `replaces` names a screen that was deleted: its alerts go on with the new one. */
  body: z.strictObject({ key: z.uuid(), replaces: z.optional(z.int()), ...screenFields }),
  response: savedScreen,
});

export const saveScreen = endpoint({
  name: 'saveScreen',
  summary: 'Saves a screen unless it was changed elsewhere since.',
  method: 'PUT',
  path: '/api/screens/:id',
  access: 'user',
  params,
  body: z.strictObject({ baseRevision: z.int().check(z.minimum(1)), ...screenFields }),
  response: savedScreen,
});

export const deleteScreen = endpoint({
  name: 'deleteScreen',
  summary: 'Removes a screen.',
  method: 'DELETE',
  path: '/api/screens/:id',
  access: 'user',
  params,
  response: z.undefined(),
});
