import {
  beginImport,
  dropImport,
  type ExchangeInstruments,
  getImport,
  IMPORT_PART_BYTES,
  type ImportOutcome,
  type ImportRequest,
  type ImportState,
  listBackfills,
  listExchangeInstruments,
  planImportedFile,
  sendImportPart,
  storeImportedFile,
} from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SUPER_ADMIN } from '../../../testing/accounts.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { openScreen, SCREENS } from '../../../testing/screens.ts';

const IMPORTED: ExchangeInstruments = {
  exchange: 'Imported',
  isOffline: false,
  isSimulated: false,
  reachedLimit: null,
  listSyncedAt: null,
  availableCount: 0,
  revision: 0,
  enabled: [],
};
const ID = '5b0f6a2e-1c0d-4c59-9a53-2f0f6f2f3c11';
const NOTHING: ImportOutcome = {
  plan: [],
  questions: [],
  header: [],
  badLines: [],
  badCount: 0,
  message: null,
};
const PLAN = ['Dialect: Yahoo', 'Bars: 3 of 1D', 'First: 2 Jan 2024, close 10.5'];
const ZONE = {
  option: 'zone' as const,
  text: 'The times name no zone.',
  choices: ['UTC', 'Africa/Johannesburg'],
};

/** A file one byte longer than a part, so that it is sent in two. */
const twoParts = () =>
  new File([new Uint8Array(IMPORT_PART_BYTES + 1).fill(49)], 'Gold spot.csv', { type: 'text/csv' });

/** A server that plans a file as `outcomeOf` says, and stores it. */
function serverOfImports(outcomeOf: (request: ImportRequest) => ImportOutcome) {
  const server = new FakeServer(SUPER_ADMIN);
  const lists = server.on(listExchangeInstruments, () => ({ exchanges: [IMPORTED] }));
  server.on(listBackfills, () => []);
  let state: ImportState = {
    ...{ id: ID, name: 'Gold spot.csv', sizeBytes: IMPORT_PART_BYTES + 1 },
    ...{ state: 'receiving', doneBytes: 0, request: null, outcome: null },
  };
  const begun = server.on(beginImport, () => state);
  const parts = server.on(sendImportPart, () => undefined);
  const plans = server.on(planImportedFile, ({ body }) => {
    const outcome = outcomeOf(body);
    const isPlanned = outcome.questions.length === 0 && outcome.badCount === 0;
    state = { ...state, state: isPlanned ? 'planned' : 'refused', request: body, outcome };
    return { ...state, state: 'reading' as const, outcome: null };
  });
  server.on(getImport, () => state);
  server.on(storeImportedFile, () => {
    const outcome = { ...NOTHING, plan: PLAN, message: '3 bars are stored.' };
    state = { ...state, state: 'stored', outcome };
    return { ...state, state: 'storing' as const, outcome: null };
  });
  const dropped = server.on(dropImport, () => undefined);
  return { server, lists, begun, parts, plans, dropped };
}

const open = (server: FakeServer) => openPage('/dashboard/instruments', server, SUPER_ADMIN);

/** Drops a file on the card as a person does from a folder. */
async function drop(file: File): Promise<void> {
  const card = page.getByRole('region', { name: 'Import a file' });
  await expect.element(card).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  card.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  await expect.element(page.getByRole('dialog', { name: `Import ${file.name}` })).toBeVisible();
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a dropped file is sent in parts, previewed, stored, and deleted at the server on closing', async () => {
  const { server, lists, begun, parts, plans, dropped } = serverOfImports(() => ({
    ...NOTHING,
    plan: PLAN,
  }));
  await open(server);
  await drop(twoParts());
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveValue('GOLDSPOT');
  expect(begun).toEqual([]);
  await press('Preview');
  await expect.element(page.getByText('2 Jan 2024, close 10.5')).toBeVisible();
  expect(begun.map(({ body }) => body.sizeBytes)).toEqual([IMPORT_PART_BYTES + 1]);
  expect(parts.map(({ params, body }) => [params.part, body.byteLength])).toEqual([
    [0, IMPORT_PART_BYTES],
    [1, 1],
  ]);
  // Another code needs another preview before anything is stored; the file is not sent again.
  await page.getByRole('textbox', { name: 'Code' }).fill('XAU');
  await expect
    .element(page.getByRole('button', { name: 'Import', exact: true }))
    .not.toBeInTheDocument();
  await press('Preview');
  await press('Import');
  await expect.element(page.getByText('3 bars are stored.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Open the chart' }))
    .toHaveAttribute('href', '/dashboard/live-chart?symbol=Imported:XAU');
  expect(plans.map(({ body }) => body.code)).toEqual(['GOLDSPOT', 'XAU']);
  expect(parts).toHaveLength(2);
  const read = lists.length;
  await press('Close');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => dropped.length).toBe(1);
  await expect.poll(() => lists.length).toBeGreaterThan(read);
});

test('a question that the file leaves open is answered before it is planned', async () => {
  const { server, plans } = serverOfImports(({ zone }) =>
    zone === undefined ? { ...NOTHING, questions: [ZONE] } : { ...NOTHING, plan: PLAN },
  );
  await open(server);
  await drop(twoParts());
  await press('Preview');
  await expect.element(page.getByText(/leaves something open/)).toBeVisible();
  await page.getByLabelText('Time zone of the file').selectOptions('Africa/Johannesburg');
  await press('Preview');
  await expect.element(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible();
  expect(plans.map(({ body }) => body.zone)).toEqual([undefined, 'Africa/Johannesburg']);
});

test('bad lines are named and nothing can be stored; an empty file is refused at once', async () => {
  const { server, begun } = serverOfImports(() => ({
    ...NOTHING,
    badLines: [{ line: 7, reason: 'the high is below the low' }],
    badCount: 1,
  }));
  await open(server);
  await drop(twoParts());
  await press('Preview');
  await expect.element(page.getByText('Line 7: the high is below the low')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Import', exact: true }))
    .not.toBeInTheDocument();
  // A click beside the dialog does not lose the answers; Escape closes it.
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Import a file' })).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([], 'empty.csv'));
  page
    .getByRole('region', { name: 'Import a file' })
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  await expect.element(page.getByText('The file is empty.')).toBeVisible();
  expect(begun).toHaveLength(1);
});

test.each(SCREENS)('the states of an import $guarantee', async (screen) => {
  const look = await openScreen(screen);
  const { server } = serverOfImports(({ zone }) =>
    zone === undefined ? { ...NOTHING, questions: [ZONE] } : { ...NOTHING, plan: PLAN },
  );
  await open(server);
  await drop(twoParts());
  await look('the fields of an import');
  await press('Preview');
  await expect.element(page.getByText(/leaves something open/)).toBeVisible();
  await look('a question');
  await page.getByLabelText('Time zone of the file').selectOptions('UTC');
  await press('Preview');
  await expect.element(page.getByText('2 Jan 2024, close 10.5')).toBeVisible();
  await look('a preview');
  await press('Import');
  await expect.element(page.getByText('3 bars are stored.')).toBeVisible();
  await look('a stored file');
});
