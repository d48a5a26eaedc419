import {
  beginImport,
  type CoverageDay,
  type ExchangeInstruments,
  getCoverage,
  getImport,
  type ImportState,
  listBackfills,
  listBitfinexSymbols,
  listBvgInstruments,
  listExchangeInstruments,
  listQuarantinedBars,
  planImportedFile,
  sendImportPart,
  storeImportedFile,
  updateImportedInstrument,
} from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SUPER_ADMIN } from '../../../testing/accounts.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';

const IMPORTED: ExchangeInstruments = {
  exchange: 'Imported',
  isOffline: false,
  isSimulated: false,
  reachedLimit: null,
  listSyncedAt: null,
  availableCount: 0,
  revision: 0,
  enabled: [
    {
      code: 'GOLD',
      description: 'Gold, spot',
      type: 'commodity',
      exchange: { name: 'Imported', value: 'IMPORTED' },
      startDate: null,
      endDate: null,
      isListed: true,
      imported: { marketHours: 'metals', access: 'fullAccess' },
    },
  ],
};
const ID = '3f1d9a52-6a0e-4a39-9f0d-0a5b6c7d8e9f';
const FRESH: ImportState = {
  id: ID,
  name: 'two.txt',
  sizeBytes: 5,
  state: 'receiving',
  doneBytes: 0,
  request: null,
  outcome: null,
};
const OUTCOME = { plan: [], questions: [], header: [], badLines: [], badCount: 0, message: null };

function serverOfImports(): FakeServer {
  const server = new FakeServer(SUPER_ADMIN);
  server.on(listExchangeInstruments, () => ({ exchanges: [IMPORTED] }));
  server.on(listBackfills, () => []);
  server.on(listBvgInstruments, () => ({ instruments: [] }));
  server.on(listBitfinexSymbols, () => ({ symbols: [], isTruncated: false }));
  server.on(listQuarantinedBars, () => ({ entries: [], nextCursor: null }));
  return server;
}

const open = (server: FakeServer) => openPage('/dashboard/instruments', server, SUPER_ADMIN);

test('a file with several instruments is asked for one, previewed and imported', async () => {
  const server = serverOfImports();
  let state = FRESH;
  server.on(beginImport, () => FRESH);
  server.on(sendImportPart, () => undefined);
  server.on(getImport, () => state);
  const plans = server.on(planImportedFile, ({ body: request }) => {
    const question = {
      option: 'ticker' as const,
      text: 'The file holds 2 instruments (EURUSD, GBPUSD); one is imported at a time.',
      choices: ['EURUSD', 'GBPUSD'],
    };
    const isAnswered = request.ticker !== undefined;
    const outcome = isAnswered
      ? { ...OUTCOME, plan: ['To store: 48 bars of 1 hour'] }
      : { ...OUTCOME, questions: [question] };
    state = { ...FRESH, request, outcome, state: isAnswered ? 'planned' : 'refused' };
    return state;
  });
  server.on(storeImportedFile, () => {
    state = {
      ...state,
      state: 'stored',
      outcome: { ...OUTCOME, message: 'Stored 48 bars of Imported:TWO.' },
    };
    return state;
  });
  await open(server);
  await expect.element(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file can be chosen');
  await userEvent.upload(input, new File(['a,b,c'], 'two.txt', { type: 'text/plain' }));
  const dialog = page.getByRole('dialog', { name: 'Import two.txt' });
  await userEvent.selectOptions(dialog.getByLabelText('Times mark'), 'end');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const choice = dialog.getByLabelText('Instrument of the file');
  await userEvent.selectOptions(choice, 'GBPUSD');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog.getByText('48 bars of 1 hour')).toBeVisible();
  expect(plans.at(-1)?.body).toMatchObject({ code: 'TWO', ticker: 'GBPUSD', times: 'end' });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect.element(dialog.getByText('Stored 48 bars of Imported:TWO.')).toBeVisible();
});

test('a code that exists keeps what it has, and a new one is offered what the file points to', async () => {
  const server = serverOfImports();
  let state = FRESH;
  server.on(beginImport, () => FRESH);
  server.on(sendImportPart, () => undefined);
  server.on(getImport, () => state);
  const plans = server.on(planImportedFile, ({ body: request }) => {
    const suggested = { type: 'forex', marketHours: 'forex', reason: 'its name says so' } as const;
    const outcome = { ...OUTCOME, plan: ['To store: 2 bars of 1 day'] };
    const isNew = request.code !== 'GOLD';
    state = {
      ...FRESH,
      request,
      state: 'planned',
      outcome: isNew ? { ...outcome, suggested } : outcome,
    };
    return state;
  });
  await open(server);
  await expect.element(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file can be chosen');
  await userEvent.upload(input, new File(['a,b,c'], 'gold.txt', { type: 'text/plain' }));
  const dialog = page.getByRole('dialog', { name: 'Import gold.txt' });
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Gold, spot');
  await expect.element(dialog.getByLabelText('Trading hours')).toHaveValue('metals');
  await expect.element(dialog.getByLabelText('Trading hours')).toBeDisabled();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.poll(() => plans).toHaveLength(1);
  expect(plans[0]?.body).toMatchObject({ isAccessKept: true });
  await userEvent.selectOptions(dialog.getByLabelText('Who may see it'), 'signedIn');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect
    .poll(() => plans.at(-1)?.body)
    .toMatchObject({ access: 'signedIn', isAccessKept: false });
  await dialog.getByRole('textbox', { name: 'Code' }).fill('EURUSD');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog.getByText(/Suggested from the file: type forex/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Use these' }).click();
  await expect
    .poll(() => plans.at(-1)?.body)
    .toMatchObject({ code: 'EURUSD', type: 'forex', marketHours: 'forex' });
  await expect.element(dialog.getByText(/Suggested from the file/)).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Import' })).toBeVisible();
});

test('what is made of files has nothing to resync, and its days speak of files', async () => {
  const server = serverOfImports();
  const dayOf = (date: string, state: CoverageDay['state']): CoverageDay => ({
    date,
    state,
    bars: state === 'stored' ? 1 : 0,
    expected: 1,
    quarantined: 0,
  });
  server.on(getCoverage, ({ query: { year } }) => ({
    days: [
      dayOf(`${year}-01-01`, 'missing'),
      dayOf(`${year}-01-02`, 'stored'),
      dayOf(`${year}-01-03`, 'empty'),
    ],
    beginsAt: null,
    backfilledFrom: `${year}-03-01`,
  }));
  await open(server);
  await page.getByRole('button', { name: 'Resync GOLD @ Imported' }).click();
  await expect.element(page.getByText(/GOLD is made from files: there is nothing/)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Resync all: Imported' }))
    .not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Stored bars of GOLD' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stored bars of GOLD @ Imported' });
  await expect.element(dialog.getByText(/1 days stored, 0 partly, 1 outside/)).toBeVisible();
  await expect.element(dialog.getByText('The files have none')).toBeVisible();
  await expect.element(dialog.getByText(/vendor|backfill/i)).not.toBeInTheDocument();
});

test('name, type, hours and access are changed, and a value that somebody else has changed is chosen', async () => {
  const server = serverOfImports();
  let list = IMPORTED;
  server.on(listExchangeInstruments, () => ({ exchanges: [list] }));
  const edits = server.on(updateImportedInstrument, ({ body }) => {
    if (body.revision !== list.revision) throw new Refusal('RECORD_CHANGED', 'Changed.');
    return list;
  });
  await open(server);
  await page.getByRole('button', { name: 'Edit GOLD' }).click();
  const dialog = page.getByRole('dialog', { name: 'GOLD @ Imported' });
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gold of ours');
  await userEvent.selectOptions(dialog.getByLabelText('Who may see it'), 'signedIn');
  await userEvent.selectOptions(dialog.getByLabelText('Trading hours'), 'forex');
  await expect.element(dialog.getByText(/Longer bars are built anew/)).toBeVisible();
  const [gold] = IMPORTED.enabled;
  list = {
    ...IMPORTED,
    revision: 4,
    enabled: gold ? [{ ...gold, description: 'Gold of theirs' }] : [],
  };
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this' });
  await expect.element(conflict.getByLabelText('Gold of theirs')).toBeVisible();
  await conflict.getByLabelText('Gold of ours').click();
  await conflict.getByRole('button', { name: 'Save these' }).click();
  await expect.element(page.getByText(/Instrument updated/)).toBeVisible();
  expect(edits.map(({ body }) => body)).toEqual([
    { description: 'Gold of ours', access: 'signedIn', marketHours: 'forex', revision: 0 },
    { description: 'Gold of ours', access: 'signedIn', marketHours: 'forex', revision: 4 },
  ]);
});
