/** A JSON Schema. */
type Json = Record<string, unknown>;

const [MOMENT_MS, MOMENT] = [1_767_225_600_000, '2026-01-01T00:00:00.000Z'];
const ID = '8f14e45f-ceea-4673-b2a5-0c9d4f7c1e1a';
const [PRICE, PAGE] = [10_621.19, 'https://moneytrail.example/dashboard'];

/** Examples of texts by the name of their field. */
const TEXTS: Readonly<Record<string, string>> = {
  Message: 'fsym is missing',
  Warning: 'FMP is not available.',
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.e30.Zm9v',
  action: 'user.approved',
  actorName: 'admin@example.com',
  address: '203.0.113.7',
  answer: 'OK',
  approve: 'https://www.sandbox.paypal.com/webapps/billing/subscriptions?ba_token=BA-1',
  auth: 'tBHItJI5svbpez7KI4CCXg',
  cancel_url: PAGE,
  chart: '17',
  clock: 'Time',
  close: 'Close',
  code: '7F3K9Q',
  color: '#098474',
  commodity: 'WMAZ',
  commodityName: 'White maize',
  content: '{"panes":[]}',
  contractDisplay: 'White maize · Dec 2026',
  corrections: '0930-1300:20261127',
  currentPassword: 'Correct-Horse-7',
  data_status: 'streaming',
  desc: 'FMP',
  description: 'Bitcoin USD',
  deviceInfo: 'Firefox on Linux',
  displayName: 'Moneytrail Yearly',
  drawing: 'd-17',
  email: 'ana@example.com',
  errmsg: 'unknown_symbol',
  error: 'EMAIL_UNCONFIRMED',
  full_name: 'FMP:BTC/USD',
  gender: 'female',
  high: 'High',
  instrument: 'BTCUSD',
  invite: '3q2-7wQb5vXgk1xT0n8mJtYdZrPfLcHsEuAiOyKeNwM',
  key: ID,
  label: 'B',
  lemonStatus: 'active',
  listedExchange: 'CRYPTO',
  listed_exchange: 'CRYPTO',
  low: 'Low',
  message: 'Symbol not found',
  n: 'FMP:BTCUSD',
  name: 'Morning',
  newPassword: 'Correct-Horse-8',
  nextCursor: 'eyJpZCI6MTd9',
  cursor: 'eyJpZCI6MTd9',
  open: 'Open',
  output: 'LR',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  parentName: 'Ana Nel',
  password: 'Correct-Horse-7',
  paymentDetails: 'Paid by transfer.',
  paypalStatus: 'ACTIVE',
  phone: '+27825550104',
  phoneEnding: '104',
  planName: 'Moneytrail Yearly',
  problem: 'The address does not answer.',
  providerReference: 'I-BW452GLLEP1G',
  publicKey:
    'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  reason: 'Asked by telephone.',
  receiptNumber: 'MT-000001',
  recoveryCode: '7F3K9Q',
  resolution: '60',
  return_url: PAGE,
  revokedReason: 'A key leaked.',
  search: 'ana nel',
  secret: 'mt_3kQ9vXgk1xT0n8mJtYdZrPfLcHsEuAiOyKeNwMbQ5w2',
  session_holidays: '20260101,20261225',
  short_name: 'BTCUSD',
  sound: 'chime',
  source: 'browser',
  stack: 'Error: it failed\n    at draw (chart.js:1:17)',
  subject: 'Moneytrail: your receipt MT-000001',
  subjectName: 'ana@example.com',
  summary: 'Sends a message.',
  symbol: 'FMP:BTC/USD',
  template: 'Levels',
  text: 'BTCUSD rises above 10,621.19.',
  ticker: 'FMP:BTC/USD',
  ticket: 'vXgk1xT0n8mJtYdZrPfLcHsEuAiOyKeNwMbQ5w23q27',
  time: 'Date',
  timestamp: MOMENT,
  to: 'ana@example.com',
  token: '3q2-7wQb5vXgk1xT0n8mJtYdZrPfLcHsEuAiOyKeNwM',
  tradingViewUsername: 'ananel',
  tsym: 'USD',
  type: 'crypto',
  url: PAGE,
  username: 'ana@example.com',
  value: 'FMP',
  visible_plots_set: 'ohlcv',
  volume: 'Volume',
  warning: 'A row has no volume.',
  word: 'btcusd',
};

/** Examples of numbers that are no prices, by the name of their field. */
const NUMBERS: Readonly<Record<string, number>> = {
  amount: 299.9,
  barsPerMinute: 2_000,
  ch: -147.45,
  chp: -1.2992,
  cooldownSeconds: 30,
  coverage: 0.95,
  deployment: 42.5,
  fillMs: 48_000,
  heldBackCalls: 0,
  layout: 17,
  length: 40,
  liquiditySpread: 12.5,
  longShortPercentage: 61.5,
  longTermLength: 100,
  longTermTightness: 1.8,
  median: 1.25,
  minmov: 1,
  minutes: 60,
  ms: 182,
  priceScale: 100,
  pricescale: 100,
  shareWithSide: 0.58,
  shortTermLength: 20,
  shortTermTightness: 0.9,
  size: 1,
  sizeBytes: 1_048_576,
  status: 200,
  times: 2,
  totalChange: -147.45,
  usual: 0.12,
  volatility: 0.021,
  volume: 2_434.02657,
  volume_precision: 8,
};

/** Texts that are moments, by the end of their names. */
const MOMENTS = /(?:At|Since|Seen|Run|Tried|Synced|End|Ends|Date|Through|since|at)$/;
const PERCENT = /percent|distance/i;

/** The example of a moment or a day that a description names by its unit; undefined for anything else. */
function timeIn(description: string, isText: boolean): number | string | undefined {
  if (isText) {
    if (description.includes('YYYY-MM-DD')) return MOMENT.slice(0, 10);
    return description.includes('ISO 8601') ? MOMENT : undefined;
  }
  if (
    /milliseconds since|in milliseconds, (?:of|or)|as 00:00 UTC in milliseconds/.test(description)
  ) {
    return MOMENT_MS;
  }
  return /seconds since/.test(description) ? MOMENT_MS / 1_000 : undefined;
}

function textOf(name: string, description: string, { format }: Json): string {
  if (format === 'uuid') return ID;
  if (format === 'date') return MOMENT.slice(0, 10);
  const known = timeIn(description, true) ?? (Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined);
  if (known !== undefined) return String(known);
  return MOMENTS.test(name) ? MOMENT : ID;
}

function numberOf(name: string, description: string, { type, minimum, maximum }: Json): number {
  const known =
    timeIn(description, false) ?? (Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined);
  if (known !== undefined) return Number(known);
  if (/Ms$/.test(name)) return MOMENT_MS;
  const usual = type === 'integer' ? 17 : PERCENT.test(description + name) ? 1.25 : PRICE;
  const [least, most] = [minimum, maximum].map((bound) =>
    typeof bound === 'number' ? bound : undefined,
  );
  return Math.min(Math.max(usual, least ?? usual), most ?? usual);
}

/** The one kind of value that a schema of a single value takes besides null; null for any other schema. */
function scalarIn(schema: Json): Json | null {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) {
    const kinds = (anyOf as Json[]).filter((each) => each.type !== 'null');
    const [only] = kinds;
    return only && kinds.length === 1 ? scalarIn(only) : null;
  }
  const kinds = [type].flat().filter((each) => each !== 'null');
  const isOpen = !('enum' in schema || 'const' in schema || 'default' in schema);
  const [only] = kinds;
  if (!isOpen || kinds.length !== 1) return null;
  return ['string', 'integer', 'number'].includes(String(only)) ? { ...schema, type: only } : null;
}

/** An example of a field without one of its own; none for truth values, constants and values that the schema lists. */
export function usualExample(name: string, schema: Json): { examples?: unknown[] } {
  const scalar = scalarIn(schema);
  if (scalar === null || 'examples' in schema) return {};
  const description = String(schema.description ?? '');
  const read = scalar.type === 'string' ? textOf : numberOf;
  return { examples: [read(name, description, scalar)] };
}
