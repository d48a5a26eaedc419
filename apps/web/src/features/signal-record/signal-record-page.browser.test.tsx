import { getAllExchanges, getSignalRecord, getSymbol } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RETAIL } from '../../testing/accounts.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { openScreen, SCREENS } from '../../testing/screens.ts';
import { makeFigures, makeHorizon, makeRecord } from './testing/make-record.ts';

const fail = () => {
  throw new Refusal('INTERNAL', 'It failed.');
};
const HORIZONS = [
  makeHorizon(1, makeFigures()),
  makeHorizon(5, makeFigures({ finding: 'better', difference: 1.2 })),
  makeHorizon(10, makeFigures({ median: -2, interval: { low: -4, high: -0.5 } })),
  makeHorizon(20, makeFigures({ method: 'blockBootstrap' })),
  makeHorizon(60, null),
];
const FEW = [1, 5, 10, 20, 60].map((bars) => makeHorizon(bars, null));

function serverOfRecords(): FakeServer {
  const server = new FakeServer(RETAIL);
  server.on(getAllExchanges, fail);
  server.on(getSymbol, fail);
  return server;
}

const finding = page.getByRole('region', { name: 'Finding' });

test.each(SCREENS)('finding, figures and marks $guarantee', async (screen) => {
  const look = await openScreen(screen);
  const server = serverOfRecords();
  server.on(getSignalRecord, () => makeRecord({ horizons: HORIZONS }));
  await openPage('/dashboard/signals', server, RETAIL);
  await expect.element(finding.getByText(/^Better than random days/)).toBeVisible();
  const figures = page.getByRole('region', { name: 'By number of bars' });
  await expect.element(figures.getByText('No figures below 30 trials')).toBeVisible();
  const bar = page.getByRole('link', { name: /2026/ }).first();
  const href = expect.stringMatching(
    /live-chart\?symbol=FMP:BTC\/USD&resolution=1D&at=2026-11-18$/,
  );
  await expect.element(bar).toHaveAttribute('href', href);
  await page.getByText('How to read these figures').click();
  await look('the record');
});

test('too few published marks are counted, and computed ones are asked for by themselves', async () => {
  const server = serverOfRecords();
  const asked = server.on(getSignalRecord, ({ query: { source } }) =>
    makeRecord(source === 'ledger' ? { source, markCount: 14, horizons: FEW } : { source }),
  );
  await openPage('/dashboard/signals?side=buy&years=2', server, RETAIL);
  await expect.element(finding.getByText(/^Too few marks to judge: 14/)).toBeVisible();
  await finding.getByRole('button', { name: 'Show computed marks' }).click();
  await expect.element(finding.getByText(/^Computed marks: /)).toBeVisible();
  const common = { symbol: 'FMP:BTCUSD', resolution: '1D', side: 'buy', strength: 'any', years: 2 };
  expect(asked.map(({ query }) => query)).toEqual([
    { ...common, source: 'ledger' },
    { ...common, source: 'computed' },
  ]);
});

test('a failure is told with a way to repeat it; a locked symbol shows no figure', async () => {
  const server = serverOfRecords();
  server.refuse(getSignalRecord, 'NOT_FOUND', 'It failed.');
  await openPage('/dashboard/signals', server, RETAIL);
  await expect.element(page.getByText('Could not load the record. It failed.')).toBeVisible();
  server.refuse(getSignalRecord, 'SOURCE_LOCKED', 'Source locked');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('button', { name: 'How to unlock' })).toBeVisible();
  await expect.element(finding).not.toBeInTheDocument();
});
