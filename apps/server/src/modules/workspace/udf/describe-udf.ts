import { RESOLUTIONS } from '@moneytrail/calendar';
import { EXCHANGES, INSTRUMENT_TYPES, MAX_QUOTED_SYMBOLS } from '@moneytrail/contract';
import * as z from 'zod';
import {
  answerOf,
  type ForeignOperation,
  queryParameters,
} from '../../../http/docs/foreign-operation.ts';

const symbol = z.string().meta({
  description: 'The `ticker` of the symbol, or another notation of it.',
  examples: ['FMP:BTCUSD'],
});
const resolution = z.enum(RESOLUTIONS).meta({
  description:
    'The length of a bar: minutes as a number, or `1D`, `1W`, `1M`; `D`, `W` and `M` are accepted, too.',
  examples: ['1D'],
});
const from = z.number().meta({
  description: 'The start of the range in seconds since 1970 UTC, inclusive.',
  examples: [1_767_225_600],
});
const to = z.number().meta({
  description: 'The end of the range in seconds since 1970 UTC, exclusive.',
  examples: [1_769_904_000],
});
const range = { symbol, resolution, from, to };

const prices = (what: string) => z.array(z.number()).describe(what);
const seconds = z.array(z.int()).describe('Start of each bar in seconds since 1970 UTC.');

/** The schemas of the answers; tests hold every answer against the document. */
const UDF_ANSWERS = {
  config: z.looseObject({
    supports_search: z.boolean().describe('True: `/search` exists.'),
    supports_group_request: z.boolean().describe('False: symbols are asked for one by one.'),
    supports_marks: z.boolean().describe('True: `/marks` exists.'),
    supports_timescale_marks: z.boolean().describe('True: `/timescale_marks` exists.'),
    supports_time: z.boolean().describe('True: `/time` exists.'),
    supported_resolutions: z.array(z.string()).describe('The resolutions of all symbols.'),
    exchanges: z
      .array(
        z.looseObject({
          value: z.string().describe('The value for the parameter `exchange`.'),
          name: z.string().describe('The name for people.'),
          desc: z.string().describe('A description; may be empty.'),
        }),
      )
      .describe('The exchanges, with one entry for all.'),
    symbols_types: z
      .array(
        z.looseObject({
          name: z.string().describe('The name for people.'),
          value: z.string().describe('The value for the parameter `type`.'),
        }),
      )
      .describe('The kinds of symbols, with one entry for all.'),
  }),
  search: z.array(
    z.looseObject({
      symbol: z.string().describe('The code of the symbol.'),
      full_name: z.string().describe('The same as `ticker`.'),
      description: z.string().describe('The name of the instrument.'),
      exchange: z.string().describe('The source of the prices.'),
      ticker: z.string().describe('The name of the symbol in all later calls.'),
      type: z.string().describe('The kind of instrument.'),
      simulated: z.boolean().describe('True if the prices come from a simulator.'),
    }),
  ),
  symbols: z.looseObject({
    name: z.string().describe('The code of the symbol.'),
    ticker: z.string().describe('The name of the symbol in all later calls.'),
    description: z.string().describe('The name of the instrument.'),
    type: z.string().describe('The kind of instrument.'),
    session: z.string().describe('The trading hours in `timezone`.'),
    timezone: z.string().describe('The IANA name of the time zone.'),
    exchange: z.string().describe('The source of the prices.'),
    listed_exchange: z.string().describe('The exchange on which the instrument is listed.'),
    minmov: z.number().describe('The smallest change of the price, in steps of `pricescale`.'),
    pricescale: z.int().describe('The number of price steps in 1.'),
    supported_resolutions: z.array(z.string()).describe('The resolutions of the symbol.'),
    has_intraday: z.boolean().describe('True: there are bars of minutes.'),
    intraday_multipliers: z.array(z.string()).describe('The resolutions in minutes.'),
    has_daily: z.boolean().describe('True: there are daily bars.'),
    has_weekly_and_monthly: z.boolean().describe('True: there are weekly and monthly bars.'),
    data_status: z.string().describe('Always `streaming`.'),
    session_holidays: z.optional(
      z.string().describe('Known holidays as `YYYYMMDD`, separated by commas.'),
    ),
    corrections: z.optional(
      z
        .string()
        .describe('Sessions that end early, as `HHMM-HHMM:YYYYMMDD`, separated by semicolons.'),
    ),
    visible_plots_set: z.string().describe('`ohlcv`, or `ohlc` for a symbol without volumes.'),
    volume_precision: z.int().describe('The decimals of volumes.'),
    simulated: z.boolean().describe('True if the prices come from a simulator.'),
  }),
  history: z.union([
    z.looseObject({
      s: z.literal('ok').describe('The outcome.'),
      t: seconds,
      o: prices('Opens.'),
      h: prices('Highs.'),
      l: prices('Lows.'),
      c: prices('Closes.'),
      v: z.optional(prices('Volumes; absent if none is known.')),
    }),
    z.looseObject({
      s: z.literal('no_data').describe('The outcome: there are no bars in the range.'),
      nextTime: z.optional(
        z
          .number()
          .describe(
            'The time of the newest older bar, in milliseconds, or in seconds where the server is set to it; absent at the end of history.',
          ),
      ),
    }),
  ]),
  marks: z.looseObject({
    id: z.array(z.string()).describe('The ids of the marks.'),
    time: z.array(z.int()).describe('Start of each marked bar in seconds since 1970 UTC.'),
    color: z.array(z.string()).describe('Colours as `#rrggbb`.'),
    text: z.array(z.string()).describe('The marks in words.'),
    label: z.array(z.string()).describe('`B` for a buy, `S` for a sell.'),
    labelFontColor: z.array(z.string()).describe('Colours of the labels.'),
    minSize: z.array(z.number()).describe('Sizes in pixels.'),
  }),
  timescale_marks: z.array(
    z.looseObject({
      id: z.string().describe('The id of the mark.'),
      time: z.int().describe('Start of the marked bar in seconds since 1970 UTC.'),
      color: z.string().describe('The colour as `#rrggbb`.'),
      label: z.string().describe('`B` for a buy, `S` for a sell.'),
      tooltip: z.array(z.string()).describe('The mark and its notes in words.'),
    }),
  ),
  quotes: z.looseObject({
    s: z.literal('ok').describe('The outcome.'),
    d: z
      .array(
        z.looseObject({
          s: z.enum(['ok', 'error']).describe('`error` for a symbol that is unknown or locked.'),
          n: z.string().describe('The symbol as it was requested.'),
          v: z
            .looseObject({
              short_name: z.optional(z.string().describe('The code of the symbol.')),
              exchange: z.optional(z.string().describe('The source of the prices.')),
              description: z.optional(z.string().describe('The name of the instrument.')),
              lp: z.optional(z.number().describe('The newest price.')),
              ch: z.optional(z.number().describe('The change since the previous close.')),
              chp: z.optional(z.number().describe('The same in percent.')),
              open_price: z.optional(z.number().describe('The open of the session.')),
              high_price: z.optional(z.number().describe('The high of the session.')),
              low_price: z.optional(z.number().describe('The low of the session.')),
              prev_close_price: z.optional(z.number().describe('The close of the session before.')),
              simulated: z.optional(
                z.boolean().describe('True if the prices come from a simulator.'),
              ),
              volume: z.optional(z.number().describe('The volume of the session.')),
            })
            .describe('The figures; those that are not certain are absent.'),
        }),
      )
      .describe('One entry a symbol, in the order of the request.'),
  }),
} as const;

const failure = z.looseObject({
  s: z.literal('error').describe('The outcome.'),
  errmsg: z.string().describe('The reason in words, or `unknown_symbol`.'),
});

type UdfCall = keyof typeof UDF_ANSWERS;

function operation(
  call: UdfCall,
  {
    operationId,
    summary,
    description,
    query,
  }: {
    operationId: string;
    summary: string;
    description?: string;
    query?: z.ZodObject;
  },
): ForeignOperation {
  const isOpen = call === 'config';
  return {
    method: 'get',
    path: `/api/udf/${call}`,
    group: 'Universal Data Feed',
    operation: {
      operationId,
      summary,
      ...(description ? { description } : {}),
      security: isOpen ? [{}] : [{}, { token: ['prices:read'] }],
      parameters: query ? queryParameters(query) : [],
      responses: {
        '200': answerOf('Done.', UDF_ANSWERS[call]),
        '4XX': answerOf('The request is refused.', failure),
        '5XX': answerOf('A part of the service does not answer.', failure),
      },
    },
  };
}

/** The Universal Data Feed for the API documents. */
export const udfOperations = (): readonly ForeignOperation[] => [
  operation('config', {
    operationId: 'getUdfConfig',
    summary: 'Returns the abilities of the feed.',
  }),
  {
    method: 'get',
    path: '/api/udf/time',
    group: 'Universal Data Feed',
    operation: {
      operationId: 'getUdfTime',
      summary: 'Returns the time of the server.',
      security: [{}],
      parameters: [],
      responses: {
        '200': {
          description: 'Seconds since 1970 UTC.',
          content: { 'text/plain': { schema: { type: 'string', examples: ['1767225600'] } } },
        },
        '4XX': answerOf('The request is refused.', failure),
        '5XX': answerOf('A part of the service does not answer.', failure),
      },
    },
  },
  operation('search', {
    operationId: 'searchUdfSymbols',
    summary: 'Finds symbols that the caller may see.',
    query: z.object({
      query: z.optional(
        z
          .string()
          .meta({ description: 'A part of a code or name; empty for all.', examples: ['btc'] }),
      ),
      exchange: z.optional(z.enum(EXCHANGES).describe('Only symbols of this exchange.')),
      type: z.optional(z.enum(INSTRUMENT_TYPES).describe('Only symbols of this kind.')),
      limit: z.optional(
        z.int().min(0).max(100).describe('The maximum number of symbols; 30 by default.'),
      ),
    }),
  }),
  operation('symbols', {
    operationId: 'getUdfSymbol',
    summary: 'Describes one symbol.',
    query: z.object({ symbol }),
  }),
  operation('history', {
    operationId: 'getUdfHistory',
    summary: 'Returns the bars of a range, or a number of bars before its end.',
    description:
      'A longer request gets its newest 20,000 bars. Visitors may make 30 of these calls a minute. Weeks and months carry the date of their first trading day.',
    query: z.object({
      ...range,
      from: z.optional(from),
      countback: z.optional(
        z
          .int()
          .min(0)
          .max(20_000)
          .meta({
            description: 'The exact number of bars before `to`; `from` is then ignored.',
            examples: [300],
          }),
      ),
    }),
  }),
  operation('marks', {
    operationId: 'getUdfMarks',
    summary: 'Returns the buy and sell marks of a range as columns.',
    query: z.object(range),
  }),
  operation('timescale_marks', {
    operationId: 'getUdfTimescaleMarks',
    summary: 'Returns the strong marks of a range with their notes.',
    query: z.object(range),
  }),
  operation('quotes', {
    operationId: 'getUdfQuotes',
    summary: 'Returns the newest known prices of symbols.',
    query: z.object({
      symbols: z.string().meta({
        description: `Up to ${MAX_QUOTED_SYMBOLS} symbols, separated by commas.`,
        examples: ['FMP:BTCUSD,FMP:AAPL'],
      }),
    }),
  }),
];
