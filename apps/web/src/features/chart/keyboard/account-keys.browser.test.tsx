import { type ChangedKey, getChartKeys, saveChartKeys } from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { COMMERCIAL } from '../../../testing/accounts.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { signIn } from '../../../testing/open-page.tsx';
import { AccountKeys } from './AccountKeys.tsx';
import { changedKeys } from './use-keys.ts';

test('keys of device and account meet: the account’s win, later changes of both are kept', async () => {
  localStorage.removeItem('accountKeys');
  changedKeys.set({ reset: 'Alt+KeyQ', picture: 'Alt+KeyX' });
  let revision = 3;
  let keys: ChangedKey[] = [{ command: 'reset', keys: 'KeyR' }];
  const server = new FakeServer(COMMERCIAL);
  server.on(getChartKeys, () => ({ keys, revision }));
  server.on(saveChartKeys, ({ body }) => {
    if (body.baseRevision !== revision) throw new Refusal('RECORD_CHANGED', 'Changed elsewhere.');
    revision += 1;
    keys = body.keys;
    return { keys, revision };
  });
  const client = signIn(server, COMMERCIAL);
  const shown = await render(
    <QueryClientProvider client={client}>
      <AccountKeys />
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    await shown.unmount();
    changedKeys.set({});
    localStorage.removeItem('accountKeys');
  });
  const stored = () => Object.fromEntries(keys.map(({ command, keys }) => [command, keys]));
  const both = async (expected: object) => {
    await vi.waitFor(() => expect(stored()).toEqual(expected));
    await vi.waitFor(() => expect(changedKeys.get()).toEqual(expected));
  };
  await both({ reset: 'KeyR', picture: 'Alt+KeyX' });

  // Another device changes one command while this one changes another.
  keys = [...keys, { command: 'replay', keys: 'KeyP' }];
  revision += 1;
  changedKeys.change((changed) => ({ ...changed, picture: 'Ctrl+Shift+KeyF' }));
  await both({ reset: 'KeyR', picture: 'Ctrl+Shift+KeyF', replay: 'KeyP' });

  keys = [];
  revision += 1;
  await client.invalidateQueries({ queryKey: ['chartKeys'] });
  await both({});
});
