import { expect, test } from 'vitest';
import { simulatedInstruments } from './simulated-instruments.ts';
import { SIMULATED_EXCHANGES, type Simulator } from './simulator.ts';
import { startSimulator, startSimulators } from './start-simulators.ts';
import { ask, numbersOf, rowsOf } from './testing/ask.ts';
import { holdClock } from './testing/held-clock.ts';

const NOW = '2026-11-20T16:10:20Z';

test('two starts with one clock give the same responses, byte by byte', async () => {
  const clock = holdClock(NOW);
  const answers = async () => {
    const { FMP, Bitfinex, Tiingo, BVG } = await startSimulators({ now: clock.now });
    const asked: [Simulator, string][] = [
      [FMP, '/historical-chart/5min?symbol=AAPL&from=2026-11-19'],
      [FMP, '/quote?symbol=BTCUSD'],
      [Bitfinex, '/v2/candles/trade:1m:tAVAX:USD/hist?limit=500'],
      [Tiingo, '/tiingo/fx/eurusd/prices?resampleFreq=1min&startDate=2026-11-20'],
      [BVG, '/bars?contract=WMAZ-2027-03&resolution=1&from=1794800000&to=1795200000'],
    ];
    const texts = await Promise.all(
      asked.map(async ([simulator, path]) => (await ask(simulator, path)).text),
    );
    await Promise.all([FMP, Bitfinex, Tiingo, BVG].map((simulator) => simulator.close()));
    return texts;
  };
  expect(await answers()).toEqual(await answers());
});

test('with the same anchor a later start has the same history', async () => {
  const anchorMs = Date.parse(NOW);
  const path = '/v2/candles/trade:1D:tBTCUSD/hist?limit=500&end=1795132800000';
  const first = await startSimulator('Bitfinex', { now: () => anchorMs, anchorMs });
  const before = await numbersOf(first, path);
  await first.close();
  const second = await startSimulator('Bitfinex', {
    now: () => anchorMs + 40 * 86_400_000,
    anchorMs,
  });
  const after = await numbersOf(second, path);
  await second.close();
  // The newest day was forming at the first start; all others are unchanged.
  expect(after.slice(1)).toEqual(before.slice(1));
  expect(after[0]?.slice(0, 2)).toEqual(before[0]?.slice(0, 2));
});

test('the vendors of one asset agree on its price', async () => {
  const { FMP, Bitfinex, Tiingo, BVG } = await startSimulators({ now: holdClock(NOW).now });
  const [fmp] = await rowsOf(FMP, '/quote?symbol=ETHUSD');
  const [candle] = await numbersOf(Bitfinex, '/v2/candles/trade:1m:tETHUSD/hist?limit=1');
  const [top] = await rowsOf(Tiingo, '/tiingo/crypto/top?tickers=ethusd');
  await Promise.all([FMP, Bitfinex, Tiingo, BVG].map((simulator) => simulator.close()));
  expect(candle?.[2]).toBe(fmp?.price);
  expect(JSON.stringify(top)).toContain(`"lastPrice":${fmp?.price}`);
});

test.each(SIMULATED_EXCHANGES)('%s offers at least eight instruments', (exchange) => {
  const instruments = simulatedInstruments(exchange, Date.parse(NOW));
  expect(instruments.length).toBeGreaterThanOrEqual(8);
  expect(new Set(instruments.map(({ symbol }) => symbol)).size).toBe(instruments.length);
});

/** Five times the target, so that a permanently busy machine does not fail the test. */
const MOST_MS = 500;

test('a month of minutes and years of days take a tenth of a second', async () => {
  const { FMP, Bitfinex, Tiingo, BVG } = await startSimulators({ now: holdClock(NOW).now });
  const timed = async (simulator: Simulator, path: string) => {
    await ask(simulator, path);
    let tookMs = Number.POSITIVE_INFINITY;
    // The shortest of several: other work of the machine only makes one longer.
    for (let turn = 0; turn < 5 && tookMs >= MOST_MS; turn++) {
      const before = performance.now();
      await ask(simulator, path);
      tookMs = Math.min(tookMs, performance.now() - before);
    }
    return tookMs;
  };
  const month = '/tiingo/fx/eurusd/prices?resampleFreq=1min&startDate=2026-11-12';
  const times = [
    await timed(Tiingo, month),
    await timed(BVG, '/bars?contract=WMAZ-2027-03&resolution=1&from=1792500000&to=1795200000'),
    await timed(FMP, '/historical-price-eod/full?symbol=%5EVIX&from=2007-01-01'),
    await timed(Bitfinex, '/v2/candles/trade:1m:tBTCUSD/hist?limit=10000'),
  ];
  await Promise.all([FMP, Bitfinex, Tiingo, BVG].map((simulator) => simulator.close()));
  for (const time of times) expect(time).toBeLessThan(MOST_MS);
});
