import type { ChartLayout } from '@moneytrail/chart';
import { firstStyle, readLayout } from '@moneytrail/chart/model';
import { expect, test } from 'vitest';
import { shownByLink } from './use-shared-layout.ts';

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
