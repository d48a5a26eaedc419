/** Suffixes that vendors give to listings outside the United States, as in `NPN.JO`, `VOD.L`. */
const SUFFIXES = new Set(
  (
    'AS AT AX BA BD BE BK BO BR CA CN CO DE DU F HE HK HM IC IL IR IS JK JO KL KQ KS L LS MC MI MU MX NE NS NZ OL ' +
    'PA PR QA RO SA SG SI SN SR SS ST SW SZ T TA TL TO TW TWO V VI VN WA'
  ).split(' '),
);

/** Home exchanges, as vendors spell them: a dot in the codes listed there names a class of shares. */
const HOME_EXCHANGES = new Set([
  'NASDAQ',
  'NYSE',
  'AMEX',
  'BATS',
  'CBOE',
  'NYSE ARCA',
  'OTC',
  'PNK',
]);

/**
 * The exchange suffix of an instrument's code, `JO` in `NPN.JO`, or null where it has none.
 * `listedExchange` is where the instrument is listed; a name that is not known does not take a suffix away.
 */
export function exchangeSuffixOf(code: string, listedExchange: string): string | null {
  const dot = code.lastIndexOf('.');
  const suffix = code.slice(dot + 1).toUpperCase();
  if (dot <= 0 || !SUFFIXES.has(suffix)) return null;
  return HOME_EXCHANGES.has(listedExchange.trim().toUpperCase()) ? null : suffix;
}
