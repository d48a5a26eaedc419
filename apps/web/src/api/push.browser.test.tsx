import { addPushSubscription, checkPushSubscription, getPushKey } from '@moneytrail/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COMMERCIAL } from '../testing/accounts.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { signIn } from '../testing/open-page.tsx';
import { pushStateQuery, startPush } from './push.ts';

const ENDPOINT = 'https://push.example/1';
const KEYS = { p256dh: 'x', auth: 'y' };

/** A browser that is subscribed to push messages, whoever asked for them. */
function subscribeBrowser(): void {
  const subscription = { endpoint: ENDPOINT, toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }) };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => subscription,
  };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted');
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
  onTestFinished(() => void vi.restoreAllMocks());
}

test('push messages that another account has begun in this browser are off until this one begins them', async () => {
  subscribeBrowser();
  const server = new FakeServer(COMMERCIAL);
  let isOn = false;
  const asked = server.on(checkPushSubscription, () => ({ isOn }));
  const added = server.on(addPushSubscription, () => {
    isOn = true;
    return undefined;
  });
  server.on(getPushKey, () => ({ publicKey: 'AQAB' }));
  const queryClient = signIn(server, COMMERCIAL);
  expect(await queryClient.fetchQuery(pushStateQuery)).toBe('off');
  expect(asked).toMatchObject([{ body: { endpoint: ENDPOINT } }]);
  expect(await startPush()).toBe('on');
  expect(added).toMatchObject([{ body: { endpoint: ENDPOINT, keys: KEYS } }]);
  expect(await queryClient.fetchQuery(pushStateQuery)).toBe('on');
});
