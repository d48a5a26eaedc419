import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailboxQuery } from '../features/demo/mailbox-query.ts';
import type { ToastText } from '../lib/toast-queue.ts';
import { ApiError, SESSION_END } from './api-error.ts';
import type { FailureMeta } from './failure-notices.ts';
import { currentUserQuery, exchangesQuery } from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { ReauthenticationCancelled } from './session/reauthentication.ts';

const REFUSED = new ApiError('Forbidden. You do not have the required permissions.', {
  status: 403,
  code: 'FORBIDDEN',
});
const SIGNED_OUT = new ApiError('Unauthorized. Please log in.', {
  status: 401,
  code: SESSION_END['ended-now'],
});

const LATE = new ApiError(SIGNED_OUT.message, {
  status: 401,
  code: SESSION_END['ended-before'],
});

let toasts: ToastText[];
let client: QueryClient;

beforeEach(() => {
  toasts = [];
  client = createQueryClient((toast) => toasts.push(toast));
});

async function failQuery(error: Error, meta?: FailureMeta): Promise<string[]> {
  const queryFn = () => Promise.reject(error);
  await client
    .fetchQuery({ queryKey: ['part'], queryFn, retry: false, ...(meta && { meta }) })
    .catch(() => {});
  return toasts.map(({ text }) => text);
}

async function failMutation(error: Error, meta?: FailureMeta): Promise<string[]> {
  const mutationFn = () => Promise.reject(error);
  const observer = new MutationObserver(client, { mutationFn, ...(meta && { meta }) });
  await observer.mutate().catch(() => {});
  return toasts.map(({ text }) => text);
}

describe('a call that failed', () => {
  it.each([
    ['a query', failQuery],
    ['a mutation', failMutation],
  ])('is told by one toast where nothing else is said of it: %s', async (_, fail) => {
    expect(await fail(REFUSED)).toEqual([REFUSED.message]);
    expect(toasts).toEqual([{ kind: 'error', text: REFUSED.message }]);
  });

  it.each([
    ['a query', failQuery],
    ['a mutation', failMutation],
  ])('that its screen shows in its place has no toast: %s', async (_, fail) => {
    expect(await fail(REFUSED, { failure: 'in-place' })).toEqual([]);
  });

  it('that a form shows has no toast, one that it cannot show has one', async () => {
    const failure = (error: Error) => (error === REFUSED ? 'in-place' : 'toast');
    expect(await failMutation(REFUSED, { failure })).toEqual([]);
    expect(await failMutation(new Error('It broke.'), { failure })).toEqual(['It broke.']);
  });

  it('that nobody asked for is silent, also where it ends the session', async () => {
    expect(await failQuery(REFUSED, { failure: 'silent' })).toEqual([]);
    expect(await failQuery(SIGNED_OUT, { failure: 'silent' })).toEqual([]);
  });

  it('and ended the session is told also where its screen would have shown it, as that is left', async () => {
    expect(await failQuery(SIGNED_OUT, { failure: 'in-place' })).toEqual([SIGNED_OUT.message]);
  });

  it('that is read again by itself, as a poll does, is silent where it ends the session', async () => {
    client.setQueryData(['part'], 'what was read before');
    expect(await failQuery(SIGNED_OUT)).toEqual([]);
    expect(await failQuery(REFUSED)).toEqual([REFUSED.message]);
  });

  it('after the session had ended says nothing more where that was told', async () => {
    expect(await failMutation(SIGNED_OUT)).toEqual([SIGNED_OUT.message]);
    expect(await failMutation(LATE)).toEqual([SIGNED_OUT.message]);
    expect(await failMutation(SIGNED_OUT)).toEqual([SIGNED_OUT.message]);
  });

  it('that a person made is told of once, also where a poll has met the end of the session before', async () => {
    client.setQueryData(['part'], 'what was read before');
    await failQuery(SIGNED_OUT);
    expect(await failQuery(LATE)).toEqual([]);
    expect(await failMutation(LATE)).toEqual([SIGNED_OUT.message]);
    expect(await failMutation(LATE)).toEqual([SIGNED_OUT.message]);
  });

  it('as a password was wrong ends nothing and stays where the password is asked for', async () => {
    const wrong = new ApiError(SIGNED_OUT.message, { status: 401, code: 'UNAUTHORIZED' });
    expect(await failMutation(wrong, { failure: 'in-place' })).toEqual([]);
  });

  it('as the person declined to confirm it did not fail', async () => {
    expect(await failMutation(new ReauthenticationCancelled())).toEqual([]);
  });

  it('with a text of its own completes it where it is open, and follows it where it is a sentence', async () => {
    const open = { failureText: 'Error Approving User: ...' };
    expect(await failMutation(REFUSED, open)).toEqual([`Error Approving User: ${REFUSED.message}`]);
    toasts = [];
    const sentence = { failureText: 'Failed to fetch plans.' };
    expect(await failMutation(REFUSED, sentence)).toEqual([
      `Failed to fetch plans.\n${REFUSED.message}`,
    ]);
  });
});

describe('silent are', () => {
  it.each([
    ['the check of the session', currentUserQuery],
    ['the poll of the sources', exchangesQuery],
    ['the poll of the demo mailbox', mailboxQuery],
  ])('%s', (_, query) => {
    expect(query.meta).toEqual({ failure: 'silent' });
  });
});

it('one place tells of failed calls: elsewhere only what fails in the browser itself is told', () => {
  const folder = resolve(import.meta.dirname, '..');
  const telling = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.ts'] }).filter(
    (file) => /showToast\(\{\s*kind: 'error'/.test(readFileSync(resolve(folder, file), 'utf8')),
  );
  expect(telling.sort()).toEqual([
    'api/failure-notices.ts',
    // The clipboard did not take a link, or no link was answered.
    'features/account/sharing/InvitesPanel.tsx',
    // The address that the buyer came back to names no subscription.
    'features/account/subscription/use-payment-return.ts',
    // A file that is empty or too large to send.
    'features/admin-instruments/imports/ImportDrop.tsx',
    // Some of many decisions failed.
    'features/admin-users/SelectionBar.tsx',
    // Somebody else was quicker: the specified text, which nothing completes.
    'features/admin-users/use-user-change.ts',
    // Bars were saved without studies whose code was not loaded; a picture or a file could not be made.
    'features/chart/exports/save-exports.ts',
    'features/chart/exports/use-exports.ts',
    // The code that finds symbols for new charts was not loaded.
    'features/chart/grid/GridItems.tsx',
    // A file that is no chart.
    'features/chart/layouts/LayoutsDialog.tsx',
    // A chart that a command could not save or open, with no dialog to tell it in.
    'features/chart/palette/use-palette.ts',
    // The clipboard did not take a price.
    'features/chart/pointing/ChartMenu.tsx',
    // A dragged stop or target was refused.
    'features/chart/replay/position-line.ts',
    // The code of the replay was not loaded.
    'features/chart/replay/use-replay.ts',
    // A page that is not for this user; no call failed.
    'routes.tsx',
  ]);
});
