import type { Notes } from './note.ts';

const RESOLUTION = {
  text: 'The length of a bar: minutes as a number, or `1D`, `1W` and `1M` for a day, a week and a month.',
  example: '1D',
};

/** Symbols, bars, marks, signals and the stream. */
export const MARKET_NOTES: Notes = {
  endpoints: {
    getPreviewExchanges: 'Every symbol but `FMP:BTCUSD` is locked.',
    getHistory:
      'Bars with `fromTs` ≤ time < `toTs`: the newest `limit` of them, `countBack` bars before `toTs`, or with `order=oldest` the oldest ones; from `fromTs` 0 these are the first of history, as far back as it is known. To read further back, repeat the request with `toTs` = `NextTime` / 1000 + 1; history has ended when `NoData` is set or `NextTime` is absent.',
    getQuotes:
      'Symbols that are locked, unknown or without stored prices are left out. The answer comes from live trades and stored bars, without a request to the vendor.',
    getSymbol:
      'Accepts `EXCHANGE:CODE`, `CODE.EXCHANGE`, `BASE/QUOTE` and `CODE`; without an exchange FMP is tried first.',
    getMarks:
      'Marks with `fromTs` ≤ time < `toTs`, computed with the default inputs of the studies.',
    getSummary: 'Computed from closed bars only, with the given inputs of the studies.',
    listPriceSignals: 'At most three, in the order of the cards. Expired contracts are left out.',
    getPriceSignal: 'Computed from closed daily bars with the default inputs of the studies.',
    createStreamTicket:
      'A ticket works once: open `/api/stream?ticket=…` as a WebSocket within 30 seconds. The messages are described in `/api/docs/asyncapi.json`.',
  },
  schemas: {
    Bar: 'One bar. Lists of bars are ascending and contain each time once.',
    LiveBar: 'A state of a forming bar.',
    ClosedBar: 'A bar that has ended.',
    Quote: 'The newest price of an instrument.',
    SymbolQuote: 'The newest known price of a symbol, with its place in the trading calendar.',
    SymbolRow: 'One row of an exchange’s list of symbols.',
    Exchange: 'An exchange with its enabled symbols.',
    SymbolInfo: 'All that a chart needs to know of a symbol before its first bar.',
    History: 'A page of bars.',
    HistoryFailure: 'The body of a failed request for bars.',
    Mark: 'A buy or sell mark. A published mark never changes.',
    Summary:
      'The figures of the summary panel at the last closed bar; each is null while there are too few bars.',
    Level: 'A level with the bars that made it.',
    Figure: 'One figure.',
    SignalInstrument: 'An instrument with a signal card; it contains no price.',
    PriceSignal: 'The present daily signal of one instrument and the record of its marks.',
    SideRecord: 'The record of the marks of one side.',
    SignalHorizon: 'The moves of the price within a number of bars after the marks of a side.',
  },
  fields: {
    exchange: {
      text: 'The source of the prices: one of the four vendors, or `Imported` for instruments made from files.',
      example: 'FMP',
    },
    e: {
      text: 'The exchange of the symbol, in any case: `BVG`, `FMP`, `Bitfinex`, `Tiingo` or `Imported`.',
      example: 'FMP',
    },
    fsym: {
      text: 'The code of the symbol without its exchange, or the base of a pair if `tsym` has the quote.',
      example: 'BTCUSD',
    },
    tsym: 'The quote of a pair, if `fsym` is only its base.',
    resolution: RESOLUTION,
    fromTs: {
      text: 'The start of the range in seconds since 1970 UTC, inclusive.',
      example: 1_767_225_600,
    },
    toTs: {
      text: 'The end of the range in seconds since 1970 UTC, exclusive.',
      example: 1_769_904_000,
    },
    'getHistory.query.limit': 'The maximum number of bars in the answer.',
    countBack: {
      text: 'The exact number of bars before `toTs`, however far back they reach; `fromTs` is then ignored. −1 for the range.',
      example: -1,
    },
    order:
      'The end of the range from which bars are taken: `newest`, the default, or `oldest`, which ignores `countBack`.',
    'getSummary.query.source': 'The price of each bar that the studies read; `close` by default.',
    shortTermLength: 'The bars of the short-term levels; 20 by default.',
    longTermLength: 'The bars of the long-term levels; 100 by default.',
    'getSummary.query.length': 'The bars of deployment and liquidity spread; 40 by default.',
    'searchSymbols.query.query': {
      text: 'A part of a code or a description; empty for all symbols.',
      example: 'gold',
    },
    'searchSymbols.query.exchange': 'Only symbols of this exchange; all exchanges by default.',
    'searchSymbols.query.limit': 'The maximum number of symbols in the answer.',
    symbols: {
      text: 'Up to 100 symbols as `EXCHANGE:CODE`, or in another notation that names the exchange, separated by commas.',
      example: 'FMP:BTCUSD,FMP:AAPL',
    },
    symbol: { text: 'The symbol as `EXCHANGE:CODE`.', example: 'FMP:BTCUSD' },

    'Bar.time':
      'The start of the bar in milliseconds since 1970 UTC. Bars of a day, week or month carry 00:00 UTC of the trading date, of the Monday, or of the first.',
    'ClosedBar.time':
      'The start of the bar in milliseconds since 1970 UTC. Bars of a day, week or month carry 00:00 UTC of the trading date, of the Monday, or of the first.',
    'LiveBar.time':
      'The start of the bar in milliseconds since 1970 UTC. Bars of a day, week or month carry 00:00 UTC of the trading date, of the Monday, or of the first.',
    open: 'The first price of the bar.',
    high: 'The highest price of the bar.',
    low: 'The lowest price of the bar.',
    close: 'The last price of the bar.',
    volume: 'The traded volume; null if the vendor reports none.',
    knownUntilMs:
      'The bar includes all trades up to this moment in milliseconds since 1970 UTC, on the feed’s clock; it is final once this reaches the end of the bar.',
    Response: '`Success` or `Error`.',
    Data: 'The bars, oldest first.',
    NextTime:
      'The time, in milliseconds since 1970 UTC, of the newest bar older than this page; absent if there is none.',
    NoData: 'Set only if there is neither a bar in the range nor an older one.',
    KnownUntilMs:
      'Set if the last bars may still change: the page includes all trades up to this moment in milliseconds since 1970 UTC, so bars that ended before it are final.',
    Simulated: 'Set if the prices come from a simulator.',
    'getMarks.response.simulated': 'Set if the prices come from a simulator.',
    Warning: 'Names a feed whose failure leaves out the newest bars; absent for a whole answer.',
    warning: 'Names a feed whose failure leaves out the newest bars; absent for a whole answer.',
    Message: 'The reason in words, for people.',

    isOffline: 'True while the vendor does not answer.',
    isSimulated: 'True if a simulator replaces the vendor, so that every price is invented.',
    flatSymbols: 'The enabled symbols.',
    pairs: 'For each base of a pair, the quotes that it trades against.',
    'SymbolRow.code': { text: 'The code of the symbol without its exchange.', example: 'BTCUSD' },
    code: { text: 'The code of the symbol without its exchange.', example: 'BTCUSD' },
    'SymbolRow.description': 'The name of the instrument.',
    description: 'The name of the instrument.',
    assets: 'The names of the assets of a pair, base first; empty for other instruments.',
    'exchange.name': 'The exchange in words.',
    'exchange.value': 'The code of the exchange on which the instrument is listed; may be empty.',
    type: 'The kind of instrument.',
    openingHour: {
      text: 'The start of a trading day in `timezone`, as `HH:MM`.',
      example: '00:00',
    },
    closingHour: { text: 'The end of a trading day in `timezone`, as `HH:MM`.', example: '24:00' },
    timezone: { text: 'The IANA name of the time zone of the exchange.', example: 'Etc/UTC' },
    locked: 'True if the caller may not see its prices.',
    simulated: 'True if the prices come from a simulator.',
    source: 'The exchange of the row, as used in `EXCHANGE:CODE`.',
    'SymbolInfo.name': { text: 'The code without the exchange.', example: 'BTCUSD' },
    'SymbolInfo.ticker': {
      text: 'The unique name: `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`.',
      example: 'FMP:BTC/USD',
    },
    listedExchange: 'The exchange on which the instrument is listed; may be empty.',
    session: {
      text: 'The trading hours in `timezone`, in the notation of charting libraries.',
      example: '24x7',
    },
    marketHours: 'The name of the calendar with the trading hours and holidays.',
    pricescale: 'The number of price steps in 1, such as 100 for two decimals.',
    minmov: 'The smallest change of the price, in steps of `pricescale`.',
    supported_resolutions: 'The resolutions in which bars can be requested.',
    mayBeNegative:
      'True for calendar and commodity spreads, which may trade below zero and so have no logarithmic scale.',
    'SymbolQuote.price': 'The newest known price.',
    'Quote.price': 'The price of the newest trade.',
    priceScale: 'The number of price steps in 1, such as 100 for two decimals.',
    previousClose:
      'The close of the session before that of the price; null if it is not known for certain.',
    'SymbolQuote.timeMs':
      'The time of the price in milliseconds since 1970 UTC; for a bar stored while it was forming, the time at which the bar began.',
    'Quote.timeMs': 'The time of the price in milliseconds since 1970 UTC, on the feed’s clock.',
    bid: 'The highest price bid; null if the source has none.',
    ask: 'The lowest price asked; null if the source has none.',
    pastDayMs:
      'The trading date, as 00:00 UTC in milliseconds, of a price older than the newest session; null for a price of that session.',

    marks: 'The marks, oldest first.',
    'Mark.id': 'The id of the mark, the same in every answer.',
    'Mark.time': 'The start of the marked bar in milliseconds since 1970 UTC.',
    'Mark.price':
      'The price at which the mark is drawn: below the low or above the high of its bar.',
    color: 'The colour of the mark as `#rrggbb`.',
    label: '`B` for a buy, `S` for a sell.',
    'Mark.text': 'The mark in words.',
    size: 'The size of the mark: 1, or 2 for a strong one.',
    shape: 'The form of the mark.',
    side: 'The side of the mark.',
    strong: 'True if the close broke the long channel as well as the short one.',
    formulaVersion: 'The version of the formula that made the mark.',
    publishedAt:
      'The moment of publication in milliseconds since 1970 UTC; null if the mark was computed when it was read.',
    notes: 'Notes added after publication, such as a correction of the bar by the vendor.',

    'Summary.time':
      'The start of the last closed bar, from which everything is computed, in milliseconds since 1970 UTC; null without bars.',
    closedAt: 'The end of that bar in milliseconds since 1970 UTC; null without bars.',
    barCount: 'The number of closed bars that were read.',
    currentPrice: 'The close of the last closed bar.',
    'Summary.previousClose': 'The close of the bar before it.',
    longTermResistance: 'The highest source price of the long-term bars.',
    shortTermResistance: 'The highest source price of the short-term bars.',
    shortTermSupport: 'The lowest source price of the short-term bars.',
    longTermSupport: 'The lowest source price of the long-term bars.',
    longTermTightness:
      'The width between long-term support and resistance, in percent of its middle; low means tight.',
    shortTermTightness:
      'The width between short-term support and resistance, in percent of its middle; low means tight.',
    distanceToLongTermMin:
      'The long-term tightness less its minimum of the last five terms, in percentage points; 0 is the tightest.',
    distanceToShortTermMin:
      'The short-term tightness less its minimum of the last five terms, in percentage points; 0 is the tightest.',
    longShortPercentage:
      'Deployment as a percentage of fully long, −100 to 100: above zero, bars closed near their highs.',
    deployment:
      'The sum of where the last bars closed within their ranges, weighted by volume, −3,000 to 3,000.',
    liquiditySpread: 'The estimated difference between bid and ask in basis points.',
    totalChange: 'The last close less the first open of the long-term bars.',
    averageOpen: 'The mean of the opens of the long-term bars.',
    averageClose: 'The mean of the closes of the long-term bars.',
    highestHigh: 'The highest high of the long-term bars.',
    lowestLow: 'The lowest low of the long-term bars.',
    volatility:
      'The standard deviation of the logarithmic changes from close to close, in percent a bar, not annualised.',
    value: 'The value of the figure; null while there are too few bars.',
    'Level.bars':
      'The depth of the level, newest first: the last row is the present level, each row before it is the next level.',
    'Level.bars.time': 'The start of the bar in milliseconds since 1970 UTC.',
    'Level.bars.close': 'The source price of the bar.',

    'SignalInstrument.symbol': {
      text: 'The symbol as `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`.',
      example: 'FMP:BTC/USD',
    },
    'SignalInstrument.locked': 'True if the caller may not see its signal.',
    'PriceSignal.symbol': {
      text: 'The symbol as `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`.',
      example: 'FMP:BTC/USD',
    },
    'PriceSignal.time':
      'The start of the last closed bar, from which everything is computed, in milliseconds since 1970 UTC; null without bars.',
    nextClosesAt:
      'The close of the next bar in milliseconds since 1970 UTC; nothing changes before. Null if no further bar comes.',
    presentBars: 'The number of bars after its own for which a mark counts as present.',
    'PriceSignal.side':
      'The side of the newest mark while it is present; `none` otherwise and for an expired contract.',
    lastMark: 'The newest mark; null if there is none.',
    'lastMark.time': 'The start of the marked bar in milliseconds since 1970 UTC.',
    'lastMark.close': 'The close of the marked bar.',
    barsAgo: 'The number of bars that have closed since then.',
    record: 'The record of all marks. It proves no edge.',
    fromTime:
      'The start of the first bar of the record in milliseconds since 1970 UTC; null without bars.',
    'record.barCount': 'The number of bars of the record.',
    leastMoves: 'With fewer measured moves, no figures are computed.',
    buy: 'The buys of the record.',
    sell: 'The sells of the record.',
    'SideRecord.marks': 'The number of marks of this side.',
    published:
      'The marks that were published when their bar closed; the others were computed from the same bars later.',
    horizons: 'The moves after the marks, by the number of bars.',
    'SignalHorizon.bars': 'The number of bars after a mark.',
    measured:
      'Marks whose move was measured. All other marks of the side are counted by the next three fields.',
    unfinished: 'Marks with fewer closed bars after them than the horizon.',
    overlapping: 'Marks within the horizon of the last measured mark.',
    unpriced: 'Marks whose close is not above zero, so that a percentage has no meaning.',
    median:
      'The median move in percent of the close of the mark, positive for a rise on both sides; null for fewer moves than `leastMoves`.',
    shareWithSide:
      'The share of measured moves up after a buy or down after a sell, 0 to 1; null for fewer moves than `leastMoves`.',
    interval:
      'A confidence interval of the median by order statistics; null for fewer moves than `leastMoves`.',
    'interval.low': 'The lower end in percent.',
    'interval.high': 'The upper end in percent.',
    coverage: 'The probability that the interval contains the median, at least 0.95.',
    usual: 'The median move after any bar of the record, marked or not, in percent.',

    'createStreamTicket.response.ticket': 'The ticket, for the query of `/api/stream`.',
    expiresAtMs: 'The end of the ticket in milliseconds since 1970 UTC.',
    'getFeedHealth.response.isOffline': 'True while the feed does not deliver.',

    channels: 'The subscriptions to add or to remove, at most 32 a message.',
    'subscribe.type': 'The kind of message.',
    'unsubscribe.type': 'The kind of message.',
    'update.type': 'The kind of message.',
    'update.symbol': 'The symbol in the spelling of the newest request for the channel.',
    'update.resolution': 'The resolution in the spelling of the newest request for the channel.',
    'update.simulated': 'Set if the prices come from a simulator.',
    bar: 'The newest state of the forming bar, never a difference; null if there is none.',
    closed:
      'A bar that has ended, has become final or was corrected since the last update; null if there is none.',
    isCorrection:
      'Set if the bar was closed before and its figures have changed since, so that it replaces the one that was sent.',
    quote: 'The newest price.',
    'feed.type': 'The kind of message.',
    'feed.isOffline': 'True while the feed delivers no prices.',
    'rights.type': 'The kind of message.',
    version: 'A text to compare: a new one means that lists and locks must be read again.',
    'layout.type': 'The kind of message.',
    'layout.id':
      'The layout; null if changes may have been missed, so that the list must be read again.',
    'layout.revision': 'The revision that was saved; null if the layout was removed.',
    'refused.type': 'The kind of message.',
    'channels.symbol': {
      text: 'The symbol in any notation, such as `EXCHANGE:CODE`.',
      example: 'FMP:BTCUSD',
    },
    'channels.resolution': {
      text: 'The resolution as in requests for bars; `D`, `W` and `M` are accepted, too.',
      example: '1',
    },
    'refused.resolution': 'The resolution as it was subscribed.',
    'refused.symbol': 'The symbol as it was subscribed.',
    'refused.code': 'The code of the error, such as `SOURCE_LOCKED` or `NOT_FOUND`.',
    'refused.message': 'The reason in words, for people.',
    'heartbeat.type': 'The kind of message.',
    'heartbeat.timeMs': 'The time of the server in milliseconds since 1970 UTC.',
  },
};
