import {
  createNote,
  deleteNote,
  listNotes,
  type Note,
  type SymbolInfo,
  saveNote,
} from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createContext, use, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import { COMMERCIAL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { signIn } from '../../../testing/open-page.tsx';
import {
  ChartScreenProvider,
  type ChartScreenState,
  NOTHING_OPEN,
  type OpenPanel,
} from '../model/chart-context.ts';
import { JournalDrawer } from './JournalDrawer.tsx';
import { NoteDialog } from './NoteDialog.tsx';
import { openNewNote } from './open-note.ts';

const DAY = Date.parse('2026-11-20');

function noteOf(id: number, text: string): Note {
  return {
    id,
    symbol: 'FMP:BTC/USD',
    resolution: '1D',
    barMs: DAY,
    drawing: null,
    text,
    revision: 1,
    createdAtMs: DAY,
    changedAtMs: DAY,
  };
}

/** A server that keeps notes, as the real one does. */
function keepNotes(notes: Note[]) {
  const server = new FakeServer(COMMERCIAL);
  server.on(listNotes, ({ query: { search = '' } }) => ({
    notes: notes.filter(({ text }) => text.includes(search)).toReversed(),
    next: null,
    count: notes.length,
    limit: 2_000,
  }));
  server.on(createNote, ({ body: { key: _, ...data } }) => {
    const made = { ...noteOf(notes.length + 1, data.text), ...data };
    notes.push(made);
    return made;
  });
  server.on(deleteNote, ({ params }) => {
    notes.splice(
      notes.findIndex(({ id }) => id === Number(params.id)),
      1,
    );
    return undefined;
  });
  return server;
}

const Screen = createContext<ChartScreenState | null>(null);

function JournalPage() {
  const screen = use(Screen);
  const [panel, openPanel] = useState<OpenPanel>({ kind: 'journal' });
  if (!screen) return null;
  const state = { ...screen, openPanel };
  return (
    <main>
      <h1>A chart</h1>
      <button type="button" onClick={() => openNewNote(state)}>
        Write
      </button>
      <button type="button" onClick={() => openPanel({ kind: 'journal' })}>
        Open
      </button>
      <ChartScreenProvider value={state}>
        {panel.kind === 'journal' && <JournalDrawer />}
        {panel.kind === 'note' && <NoteDialog {...panel} />}
        {panel.kind === NOTHING_OPEN.kind && <p>Closed</p>}
      </ChartScreenProvider>
    </main>
  );
}

async function open(server: FakeServer) {
  const screen = {
    info: { name: 'BTCUSD', ticker: 'FMP:BTC/USD' } as unknown as SymbolInfo,
    resolution: '1D',
    zone: 'Etc/UTC',
    controller: {
      lastBar: createValueStore({ time: DAY }),
      engine: { crosshair: () => null },
    },
  } as unknown as ChartScreenState;
  const router = createRouter({
    routeTree: createRootRoute({ component: JournalPage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await render(
    <QueryClientProvider client={signIn(server, COMMERCIAL)}>
      <App>
        <Screen value={screen}>
          <RouterProvider router={router} />
        </Screen>
      </App>
    </QueryClientProvider>,
  );
}

const list = page.getByRole('list', { name: 'Notes' });

test('a note is written on the newest bar, found, deleted and brought back', async () => {
  const notes = [noteOf(1, 'First thought')];
  await open(keepNotes(notes));
  await expect.element(list.getByText('First thought')).toBeVisible();
  await expectNoBarriers('the journal');
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByRole('textbox').fill('Second\nthought');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Closed')).toBeVisible();
  expect(notes[1]).toMatchObject({ symbol: 'FMP:BTC/USD', resolution: '1D', barMs: DAY });
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(page.getByText('2 of 2,000 notes of your account')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('Second');
  await expect.element(list.getByText('First thought')).not.toBeInTheDocument();
  await list.getByRole('button', { name: /^Delete the note/ }).click();
  await expect.element(page.getByText('Nothing is found.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(list.getByText(/^Second/)).toBeVisible();
  expect(notes.map(({ text }) => text)).toEqual(['First thought', 'Second\nthought']);
});

test('a note that is left without saving is taken up again with its text', async () => {
  const notes = [noteOf(1, 'First thought')];
  await open(keepNotes(notes));
  const field = page.getByRole('textbox', { name: /^BTCUSD/ });
  await page.getByRole('button', { name: 'New note' }).click();
  await field.fill('A long thought');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Closed')).toBeVisible();
  await page.getByRole('button', { name: 'Continue writing' }).click();
  await expect.element(field).toHaveValue('A long thought');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Closed')).toBeVisible();
  expect(notes[1]?.text).toBe('A long thought');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await list
    .getByRole('button', { name: /^Change the note/ })
    .first()
    .click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Closed')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Continue writing' }))
    .not.toBeInTheDocument();
});

test('a save that meets another device’s keeps the written text and says so', async () => {
  const notes = [noteOf(1, 'First thought')];
  const server = keepNotes(notes);
  const saves = server.on(saveNote, () => {
    throw new Refusal('RECORD_CHANGED', 'This note was changed elsewhere.');
  });
  await open(server);
  await list.getByRole('button', { name: /^Change the note/ }).click();
  const field = page.getByRole('textbox');
  await field.fill('My text');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('This note was changed elsewhere.')).toBeVisible();
  await expect.element(field).toHaveValue('My text');
  expect(saves[0]?.body).toEqual({ baseRevision: 1, text: 'My text' });
});
