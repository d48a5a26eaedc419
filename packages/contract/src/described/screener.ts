import type { Notes } from './note.ts';

const AT_CLOSE = 'at the last closed bar; null if it is not known';
const level = (name: string) => `The ${name} ${AT_CLOSE}.`;
const distance = (name: string) =>
  `The distance from the close to the ${name}, in percent of the close, ${AT_CLOSE}.`;
const change = (bars: string) =>
  `The change of the close over ${bars}, in percent; null if it is not known.`;

/** Screens of instruments, and saved screens. */
export const SCREENER_NOTES: Notes = {
  endpoints: {
    screenInstruments:
      'Only stored figures of closed bars are read; no provider is asked. Instruments that the caller may not see are counted and not looked at. `409` if the account has asked for more than 24 studies in seven days, each interval of one counted for itself.',
    createScreen:
      'Idempotent by `key`: a repeated request gets the screen as it is by then. `409` if the account has its maximum of 50 screens, or has asked for too many studies.',
    saveScreen:
      '`409` with `RECORD_CHANGED` if the screen is not at `baseRevision`; nothing changes then. A save that equals the present screen changes nothing whatever the base, so it can be repeated after a lost answer.',
  },
  schemas: {
    ScreenQuestion: 'Conditions on instruments, and the order of those that fulfil them.',
    ScreenCondition: 'One condition on an instrument. A figure that is not known fulfils none.',
    ScreenRow: 'An instrument with its figures at the last closed bar of an interval.',
    SavedScreen: 'A screen with its name and columns.',
  },
  fields: {
    'screenInstruments.body.question': 'The conditions and the order.',
    'screenInstruments.body.studies':
      'Figures of studies that the rows have besides, at the interval of the question: a study and its output, such as `macd-signal`, with the default inputs. A study that nobody has asked for in the last seven days is computed for all instruments after the request; `pending` tells how far that is.',
    'screenInstruments.body.offset': 'The number of found rows to leave out.',
    'screenInstruments.body.limit': 'The maximum number of rows in the answer.',
    'screenInstruments.body.since':
      'The `version` of an answer to the same request: the rows are null if it is still the present one.',
    'screenInstruments.response.version':
      "Changes with the figures, the instruments, open sessions and the caller's rights.",
    'screenInstruments.response.total': 'Instruments that were looked at.',
    'screenInstruments.response.locked': 'Instruments that the caller may not see.',
    'screenInstruments.response.matched': 'Instruments that fulfil the question, on all pages.',
    'screenInstruments.response.pending':
      'Studies of the request that are not computed yet at the last closed bar of every instrument.',
    'pending.study': 'The study.',
    'pending.resolution': 'The interval of its bars.',
    'pending.known': 'The number of instruments whose values are known.',
    'pending.total': 'The number of instruments that have closed bars of the interval.',
    'screenInstruments.response.rows':
      'The rows of this page; null if nothing has changed since the version in the request.',
    'ScreenQuestion.resolution':
      'The interval of rows, of the order, and of conditions that name none.',
    'ScreenQuestion.join': '`and` if all groups must hold, `or` if one is enough.',
    'ScreenQuestion.groups': 'Groups of conditions; without one every instrument is found.',
    'groups.join': '`and` if all conditions of the group must hold, `or` if one is enough.',
    'groups.conditions': 'The conditions of the group; at most 20 in all groups together.',
    'ScreenQuestion.sort': 'The order of rows. Rows without the value come last.',
    'sort.by':
      'The symbol, the time of the newest mark, a figure, or a figure of a study such as `macd-signal`.',
    'sort.direction': '`ascending` or `descending`.',
    'ScreenCondition.kind': 'The kind of the condition.',
    'ScreenCondition.figure':
      'The figure that is compared: one of those of a row, or an output of a study with its default inputs, such as `macd-signal`.',
    'ScreenCondition.resolution': 'The interval of the figure; that of the question if left out.',
    'ScreenCondition.is': '`above` or `below`; equal figures are neither.',
    'ScreenCondition.than': 'The value or the figure that it is compared with.',
    'than.figure': 'Another figure of the same interval, or one of a study.',
    'ScreenCondition.from': 'The lowest value, included.',
    'ScreenCondition.to': 'The highest value, included.',
    'ScreenCondition.side': 'The side of the newest mark.',
    'ScreenCondition.isStrongOnly': 'Whether weak marks do not count.',
    'ScreenCondition.withinDays':
      'The highest age of the mark, from the end of its bar to the last close, in days.',
    'ScreenCondition.exchanges': 'Sources of instruments.',
    'ScreenCondition.types': 'Kinds of instruments.',
    'ScreenRow.symbol': 'The instrument.',
    'ScreenRow.description': 'The name of the instrument.',
    'ScreenRow.exchange': 'The source of its prices.',
    'ScreenRow.type': 'The kind of the instrument.',
    'ScreenRow.priceScale': 'Prices have log10 of this many decimals.',
    'ScreenRow.simulated': 'True if the prices are simulated.',
    'ScreenRow.isOpen': 'Whether its session is open, by the trading hours.',
    'ScreenRow.time':
      'The start of the last closed bar in milliseconds since 1970 UTC; null before the first one.',
    'ScreenRow.figures': 'The figures at that bar.',
    'ScreenRow.studies':
      'The figures of studies that were asked for: null if they are undefined or not computed yet. For some seconds after a close they are those of the bar before.',
    'ScreenRow.mark': 'The newest mark; null without one among the newest bars.',
    'figures.close': `The close of the bar; null before the first one.`,
    'figures.change1': change('one bar'),
    'figures.change5': change('5 bars'),
    'figures.change20': change('20 bars'),
    'figures.change60': change('60 bars'),
    'figures.volume': 'The volume of the bar; null for an index.',
    'figures.volumeRatio':
      'The volume divided by the mean of the 20 bars before; null for an index.',
    'figures.longTermResistance': level('long term resistance'),
    'figures.shortTermResistance': level('short term resistance'),
    'figures.shortTermSupport': level('short term support'),
    'figures.longTermSupport': level('long term support'),
    'figures.toLongTermResistance': distance('long term resistance'),
    'figures.toShortTermResistance': distance('short term resistance'),
    'figures.toShortTermSupport': distance('short term support'),
    'figures.toLongTermSupport': distance('long term support'),
    'figures.longTermTightness': level('long term tightness'),
    'figures.shortTermTightness': level('short term tightness'),
    'figures.distanceToLongTermMin': level('distance of the long term tightness from its minimum'),
    'figures.distanceToShortTermMin': level(
      'distance of the short term tightness from its minimum',
    ),
    'figures.longShortPercentage': level('long/short percentage'),
    'figures.longShortChange5':
      'The change of the long/short percentage over 5 bars, in percentage points; null if it is not known.',
    'figures.deployment': level('deployment'),
    'figures.liquiditySpread': level('liquidity spread'),
    'figures.rsi': level('relative strength index of 14 bars'),
    'figures.toSma50': distance('mean of 50 closes'),
    'figures.toSma200': distance('mean of 200 closes'),
    'figures.atrPercent': level('average true range of 14 bars, in percent of the close,'),
    'figures.markAgeDays':
      "The time from the end of the newest mark's bar to the last close, in days; null without a mark.",
    'listScreens.response.screens': "The account's screens, by name.",
    'saveScreen.params.id': 'The id of the screen.',
    'deleteScreen.params.id': 'The id of the screen.',
    'SavedScreen.id': 'The id of the screen.',
    'SavedScreen.name': 'The name of the screen.',
    'createScreen.body.name': 'The name of the screen.',
    'saveScreen.body.name': 'The name of the screen.',
    'createScreen.body.key': 'A new UUID for each screen, the same when the request is repeated.',
    'createScreen.body.replaces':
      'The id of a deleted screen that comes back as this one: its alerts go on with it.',
    'SavedScreen.question': 'The conditions and the order.',
    'createScreen.body.question': 'The conditions and the order.',
    'saveScreen.body.question': 'The conditions and the order.',
    'SavedScreen.columns':
      'The columns in their order, beside the symbol; figures of studies too, such as `macd-signal`.',
    'createScreen.body.columns':
      'The columns in their order, beside the symbol; figures of studies too, such as `macd-signal`.',
    'saveScreen.body.columns':
      'The columns in their order, beside the symbol; figures of studies too, such as `macd-signal`.',
    'SavedScreen.revision': 'Increases by one with every save.',
    'SavedScreen.changedAtMs': 'The time of the last save in milliseconds since 1970 UTC.',
  },
};
