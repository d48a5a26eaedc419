import { BITFINEX_LISTINGS, CURRENCY_NAMES } from './listings.ts';

const PAIRS = BITFINEX_LISTINGS.map(({ pair }) => pair);
const CURRENCIES = Object.keys(CURRENCY_NAMES);
const MARGIN_PAIRS = ['BTCUSD', 'ETHUSD', 'LTCUSD'];

/** Bitfinex' pair information: smallest and largest order, initial and least margin. */
function pairInfo(pair: string): unknown {
  const [initial, least] = MARGIN_PAIRS.includes(pair) ? [0.2, 0.1] : [null, null];
  return [
    pair,
    [null, null, null, '0.00004', '2000.0', null, null, null, initial, least, null, null],
  ];
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  'pub:list:pair:exchange': PAIRS,
  'pub:list:pair:margin': MARGIN_PAIRS,
  'pub:list:currency': CURRENCIES,
  'pub:list:currency:margin': ['BTC', 'ETH', 'LTC', 'USD', 'UST'],
  'pub:map:currency:sym': [['UST', 'USDt']],
  'pub:map:currency:label': Object.entries(CURRENCY_NAMES),
  'pub:map:currency:undl': [['UST', 'USD']],
  'pub:map:currency:tx:fee': CURRENCIES.map((currency) => [currency, [0, 0]]),
  'pub:map:tx:method': [
    ['BITCOIN', ['BTC']],
    ['ETHEREUM', ['ETH']],
    ['LITECOIN', ['LTC']],
  ],
  'pub:info:pair': PAIRS.map(pairInfo),
};

/** One outer element for every key asked, in order; a key the stand-in does not know is `[]`. */
export function confAnswer(keys: string): unknown[] {
  return keys.split(',').map((key) => ANSWERS[key] ?? []);
}
