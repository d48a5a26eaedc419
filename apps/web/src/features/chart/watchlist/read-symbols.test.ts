import { expect, it } from 'vitest';
import { readSymbols, symbolsText } from './read-symbols.ts';

const word = (text: string) => ({ kind: 'word', word: text });

it('finds symbols between commas, semicolons, tabs and lines, each once', () => {
  expect(readSymbols('FMP:AAPL, "BTC/USD";\tFMP:AAPL\r\n\n MSFT ')).toEqual(
    ['FMP:AAPL', 'BTC/USD', 'MSFT'].map(word),
  );
  expect(readSymbols(' \n ')).toEqual([]);
  expect(readSymbols(`${'x'.repeat(81)},A`)).toEqual([word('A')]);
});

it('reads sections as other tools write them, and its own text again', () => {
  const text = symbolsText([
    { kind: 'section', name: 'Stocks' },
    { kind: 'symbol', symbol: 'FMP:AAPL', flag: 'red' },
  ]);
  expect(readSymbols(text)).toEqual([{ kind: 'section', name: 'Stocks' }, word('FMP:AAPL')]);
  expect(readSymbols('###Crypto,BTC/USD')).toEqual([
    { kind: 'section', name: 'Crypto' },
    word('BTC/USD'),
  ]);
});
