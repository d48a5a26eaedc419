import * as fc from 'fast-check';

/** Spellings of a text by a person, a browser or an attacker. */
export const DISGUISES: ((text: string) => string)[] = [
  (text) => text.toLowerCase(),
  (text) => ` ${text}\t`,
  (text) => `\u3000${text}\u00a0`,
  (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (text) => encodeURIComponent(text),
  (text) => text.normalize('NFD'),
];
const NOTATIONS = [
  'FMP:BTCUSD',
  'BTCUSD.FMP',
  'FMP:BTC/USD',
  'BTCUSD',
  'BTC/USD',
  'FMP:AAPL',
  'AAPL.FMP',
  'Bitfinex:BTC/USD',
  'BTCUSD.BITFINEX',
  'Tiingo:BTCUSD',
  'BVG:WMAZ-2026-12',
  'FMP:NPN.JO',
];

/** Notations of some instruments, disguised up to three times, with or without a piece that does not belong. */
export const spelling = fc
  .tuple(
    fc.constantFrom(...NOTATIONS),
    fc.array(fc.constantFrom(...DISGUISES), { maxLength: 3 }),
    fc.option(
      fc.tuple(fc.nat(12), fc.constantFrom('x', ':', '.', '/', '-', '\u200b', '0', 'fmp:')),
    ),
  )
  .map(([notation, disguises, insertion]) => {
    const disguised = disguises.reduce<string>((text, disguise) => disguise(text), notation);
    if (!insertion) return disguised;
    const [at, piece] = insertion;
    return disguised.slice(0, at) + piece + disguised.slice(at);
  });
