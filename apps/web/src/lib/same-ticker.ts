/** Whether two tickers, or two codes, name one instrument: a pair's slash does not count. */
export function isSameTicker(a: string, b: string): boolean {
  return a.replaceAll('/', '') === b.replaceAll('/', '');
}
