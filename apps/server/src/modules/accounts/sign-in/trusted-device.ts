import { DAY_MS } from '@moneytrail/calendar';
import type { CookieChange, Core, RequestContext } from '../core.ts';
import type { UserRow } from '../profile/user-store.ts';
import { hmac, isSame } from '../secrets/keys.ts';

const LIFE_MS = 30 * DAY_MS;

/** A device that once passed the second step for a username; bound to both, and signed. */
export type TrustedDevice = { deviceId: string; trustedAtMs: number };

/** One cookie a person, so that several can share a browser. */
function cookieName(core: Core, username: string): string {
  const id = hmac(core.keys.trustedDevice, ['name', username]).toString('hex').slice(0, 12);
  return `td-${id}`;
}

function signature(core: Core, username: string, device: TrustedDevice): Buffer {
  return hmac(core.keys.trustedDevice, [username, device.deviceId, device.trustedAtMs]);
}

/** The device's proof, where its cookie is genuine and younger than 30 days; null otherwise. */
export function readTrustedDevice(
  core: Core,
  context: RequestContext,
  who: { username: string; deviceId: string },
): TrustedDevice | null {
  const value = context.cookies[cookieName(core, who.username)];
  const [, at, signed] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(value ?? '') ?? [];
  if (!at || !signed) return null;
  const device = { deviceId: who.deviceId, trustedAtMs: Number(at) };
  const isGenuine = isSame(signature(core, who.username, device), Buffer.from(signed, 'base64url'));
  const ageMs = core.clock.now() - device.trustedAtMs;
  return isGenuine && ageMs >= 0 && ageMs <= LIFE_MS ? device : null;
}

/** The cookie that spares a device the code for 30 days from now. */
export function trustDevice(core: Core, who: { username: string; deviceId: string }): CookieChange {
  const device = { deviceId: who.deviceId, trustedAtMs: core.clock.now() };
  const signed = signature(core, who.username, device).toString('base64url');
  return {
    name: cookieName(core, who.username),
    value: `${device.trustedAtMs}.${signed}`,
    maxAgeSeconds: LIFE_MS / 1_000,
  };
}

/** Who must enter a code: super admins always, others on a device that is unknown or whose trust was taken back. */
export function needsCode(
  user: Pick<UserRow, 'is_super_admin' | 'trusted_since_ms'>,
  device: TrustedDevice | null,
): boolean {
  if (user.is_super_admin || device === null) return true;
  return device.trustedAtMs < user.trusted_since_ms;
}
