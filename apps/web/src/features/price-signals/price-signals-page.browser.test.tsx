import {
  getAllExchanges,
  getPriceSignal,
  getSymbol,
  listPriceSignals,
  type SignalInstrument,
} from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RETAIL } from '../../testing/accounts.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { openScreen, SCREENS } from '../../testing/screens.ts';
import { makeSignal } from './testing/make-signal.ts';

const NOTE = 'Not a forecast. Past marks do not predict future prices.';
const ETHEREUM: SignalInstrument = {
  symbol: 'Bitfinex:ETHUSD',
  exchange: 'Bitfinex',
  code: 'ETHUSD',
  description: 'Ethereum / US Dollar',
  simulated: true,
  locked: false,
};
const MAIZE: SignalInstrument = {
  symbol: 'BVG:WMAZ-2026-12',
  exchange: 'BVG',
  code: 'WMAZ-2026-12',
  description: 'White maize',
  simulated: true,
  locked: true,
};
const fail = () => {
  throw new Refusal('INTERNAL', 'It failed.');
};

function serverOfSignals(): FakeServer {
  const server = new FakeServer(RETAIL);
  server.on(listPriceSignals, () => [ETHEREUM, MAIZE]);
  server.on(getPriceSignal, () => makeSignal({ symbol: 'Bitfinex:ETH/USD' }));
  server.on(getAllExchanges, fail);
  // Charts need a price feed, which only journeys have.
  server.on(getSymbol, fail);
  return server;
}

const card = page.getByRole('article', { name: ETHEREUM.description });

test('a signal that fails to load says so in its card, and Retry loads it', async () => {
  const server = serverOfSignals();
  // The page does not retry NOT_FOUND.
  server.refuse(getPriceSignal, 'NOT_FOUND', 'It failed.');
  await openPage('/dashboard/price-signals', server, RETAIL);
  const failure = card.getByRole('alert').filter({ hasText: 'Could not load the signal' });
  await expect
    .element(failure.getByText(/^Could not load the signal from Bitfinex\./))
    .toBeVisible();
  server.on(getPriceSignal, () => makeSignal({ symbol: 'Bitfinex:ETH/USD' }));
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect.element(card.getByText(NOTE)).toBeVisible();
  await expect.element(failure).not.toBeInTheDocument();
  await expect
    .element(card.getByRole('link', { name: 'Open in Live Chart' }))
    .toHaveAttribute('href', expect.stringContaining('/dashboard/live-chart?symbol='));
});

test.each(SCREENS)('open and locked cards, explained, $guarantee', async (screen) => {
  const look = await openScreen(screen);
  await openPage('/dashboard/price-signals', serverOfSignals(), RETAIL);
  await expect.element(card.getByText(NOTE)).toBeVisible();
  const locked = page.getByRole('article', { name: MAIZE.description });
  await expect.element(locked.getByText('Source locked')).toBeVisible();
  await page.getByText('How to read these figures').click();
  await look('the signals');
});
