import {
  addPushSubscription,
  checkPushSubscription,
  getPushKey,
  removePushSubscription,
} from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { pushWorker } from '../lib/browser-push.ts';
import { authorizedRequest } from './session/session.ts';

/**
 * Push messages of the account on this browser. `unsupported`: it has none, or the page has no worker, as on addresses without TLS.
 * `denied`: the user has forbidden them, and only the browser's settings can change that.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

async function readState(): Promise<PushState> {
  const registration = await pushWorker();
  if (!registration) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return 'off';
  // It may be another account's, or have ended with the session that asked for it.
  const body = { endpoint: subscription.endpoint };
  const { isOn } = await authorizedRequest(checkPushSubscription, { body }, { isRepeatable: true });
  return isOn ? 'on' : 'off';
}

export const pushStateQuery = queryOptions({
  queryKey: ['pushState'],
  queryFn: readState,
  staleTime: 0,
  meta: { failure: 'silent' },
});

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Asks for the permission and subscribes this browser; returns the state that follows. */
export async function startPush(): Promise<PushState> {
  const registration = await pushWorker();
  if (!registration) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const { publicKey } = await authorizedRequest(getPushKey, {});
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error('The browser told no address for push messages.');
  }
  await authorizedRequest(
    addPushSubscription,
    { body: { endpoint, keys: { p256dh, auth } } },
    { isRepeatable: true },
  );
  return 'on';
}

/** Ends push messages on this browser. */
export async function endPush(): Promise<PushState> {
  const subscription = await (await pushWorker())?.pushManager.getSubscription();
  if (!subscription) return 'off';
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await authorizedRequest(removePushSubscription, { body: { endpoint } }, { isRepeatable: true });
  return 'off';
}
