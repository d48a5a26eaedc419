import { afterEach, expect, test, vi } from 'vitest';
import { forgetPush } from './browser-push.ts';

afterEach(() => vi.unstubAllGlobals());

test('the push messages of a browser end, and one without any is left as it is', async () => {
  const unsubscribe = vi.fn(async () => true);
  const pushManager = { getSubscription: vi.fn(async () => ({ unsubscribe }) as object | null) };
  vi.stubGlobal('window', { PushManager: class {}, Notification: class {} });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  await forgetPush();
  expect(unsubscribe).toHaveBeenCalledOnce();
  pushManager.getSubscription.mockResolvedValue(null);
  await forgetPush();
  expect(unsubscribe).toHaveBeenCalledOnce();
  vi.stubGlobal('navigator', {});
  await forgetPush();
});
