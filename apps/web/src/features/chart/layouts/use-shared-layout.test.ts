import type { ChartLayout } from '@moneytrail/chart';
import { firstStyle, readLayout } from '@moneytrail/chart/model';
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { LINK_ENDED } from '../model/messages.ts';
import { sharedFailure, shownByLink } from './use-shared-layout.ts';

const SHARED = 'FMP:BTCUSD';

function levelOn(symbol: string, id: string): ChartLayout['drawings'][number] {
  return {
    id,
    symbol,
    tool: 'horizontalLine',
    text: '',
    isLocked: true,
    isVisible: true,
    points: [{ timeMs: 0, price: 100 }],
    style: firstStyle('horizontalLine'),
  };
}

test('a link shows the whole chart, with the drawings of its own instrument alone', () => {
  const empty = readLayout(`{"version":1,"symbol":"${SHARED}","resolution":"60"}`);
  const [one, other] = [levelOn(SHARED, 'a'), levelOn(SHARED, 'c')];
  const own = { ...empty, scalesPriceOnly: !empty.scalesPriceOnly, drawings: [one, other] };
  const drawings = [one, levelOn('FMP:ETHUSD', 'b'), other, levelOn('BVG:WMAZ/DEC2026', 'd')];
  const shown = shownByLink(JSON.stringify({ ...own, drawings }));
  expect(readLayout(shown)).toEqual(own);
  expect(shown).not.toContain('ETHUSD');
});

const refusal = (status: number) => new ApiError('No.', { status, code: 'FAILED' });

test('only a refused link has ended; whatever could not be loaded is read again', () => {
  const NOT_LOADED = 'The shared chart could not be loaded. It is tried again by itself.';
  const code = new TypeError('Failed to fetch dynamically imported module');
  expect(sharedFailure(null, false)).toBeNull();
  expect(sharedFailure(refusal(404), false)).toBe(LINK_ENDED);
  for (const error of [code, refusal(503), refusal(0)]) {
    expect(sharedFailure(error, false)).toBe(NOT_LOADED);
  }
  expect(sharedFailure(null, true)).toBe('This link leads to a chart that cannot be shown here.');
});
