import { logout } from '@moneytrail/contract';
import { request } from '../request.ts';
import { deviceId } from './device.ts';
import { session } from './session.ts';

async function endOnServer(token: string | null): Promise<void> {
  const body = { deviceId: deviceId(), hard: true };
  try {
    await request(logout, { body }, { token, keepalive: true });
  } catch {
    // Out of reach: this browser has forgotten the session, the server is told when the network is back.
    window.addEventListener('online', () => void endOnServer(token), { once: true });
  }
}

/** Signs out here at once and in every tab, and on the server; without effect where nobody is signed in. */
export function signOut(): void {
  const token = session.token.get();
  if (token === null) return;
  session.end();
  void endOnServer(token);
}
