import { type ChangedKey, getChartKeys, saveChartKeys } from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { COMMERCIAL } from '../../../testing/accounts.ts';
import { eventually } from '../../../testing/eventually.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { signIn } from '../../../testing/open-page.tsx';
import { AccountKeys } from './AccountKeys.tsx';
import { changedKeys } from './use-keys.ts';

type Account = { keys: ChangedKey[]; revision: number };

/** Opens the account's keys on a device, with those of the account as a server has them. */
async function open(account: Account) {
  const server = new FakeServer(COMMERCIAL);
  const reads = server.on(getChartKeys, () => ({ ...account }));
  const saves = server.on(saveChartKeys, ({ body }) => {
    if (body.baseRevision !== account.revision)
      throw new Refusal('RECORD_CHANGED', 'Changed elsewhere.');
    account.revision += 1;
    account.keys = body.keys;
    return { ...account };
  });
  const device = changedKeys.get();
  const client = signIn(server, COMMERCIAL);
  // The device's values follow its emptied storage.
  window.dispatchEvent(new Event('storage'));
  changedKeys.set(device);
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
  return { client, reads, saves };
}

test('keys of device and account meet: the account’s win, later changes of both are kept', async () => {
  changedKeys.set({ reset: 'Alt+KeyQ', picture: 'Alt+KeyX' });
  const account: Account = { keys: [{ command: 'reset', keys: 'KeyR' }], revision: 3 };
  const { client } = await open(account);
  const stored = () => Object.fromEntries(account.keys.map(({ command, keys }) => [command, keys]));
  const both = async (expected: object) => {
    await eventually(() => expect(stored()).toEqual(expected));
    await eventually(() => expect(changedKeys.get()).toEqual(expected));
  };
  await both({ reset: 'KeyR', picture: 'Alt+KeyX' });

  // Another device changes one command while this one changes another.
  account.keys = [...account.keys, { command: 'replay', keys: 'KeyP' }];
  account.revision += 1;
  changedKeys.change((changed) => ({ ...changed, picture: 'Ctrl+Shift+KeyF' }));
  await both({ reset: 'KeyR', picture: 'Ctrl+Shift+KeyF', replay: 'KeyP' });

  account.keys = [];
  account.revision += 1;
  await client.invalidateQueries({ queryKey: ['chartKeys'] });
  await both({});
});

test('a tab with an older answer reads it again and leaves the keys that another tab has saved', async () => {
  changedKeys.set({});
  const account: Account = { keys: [{ command: 'reset', keys: 'KeyR' }], revision: 3 };
  const { reads, saves } = await open(account);
  await eventually(() => expect(changedKeys.get()).toEqual({ reset: 'KeyR' }));
  const seen: unknown[] = [];
  onTestFinished(changedKeys.subscribe(() => seen.push(changedKeys.get())));
  // Another tab has changed a command and saved it.
  const later = { picture: 'Alt+KeyX' };
  account.keys = [{ command: 'picture', keys: 'Alt+KeyX' }];
  account.revision = 4;
  const known = { userId: COMMERCIAL._id, revision: 4, keys: later };
  localStorage.setItem('accountKeys', JSON.stringify(known));
  localStorage.setItem('chartKeys', JSON.stringify(later));
  const before = reads.length;
  window.dispatchEvent(new Event('storage'));
  await eventually(() => expect(reads).toHaveLength(before + 1));
  // A change after it is saved on top of the later keys.
  changedKeys.change((changed) => ({ ...changed, replay: 'KeyP' }));
  const both = { ...later, replay: 'KeyP' };
  await eventually(() => expect(saves).toHaveLength(1));
  expect(saves[0]?.body.baseRevision).toBe(4);
  await eventually(() => expect(account.revision).toBe(5));
  expect(seen).toEqual([later, both]);
  expect(reads).toHaveLength(before + 1);
});
