import type { CurrentUser } from '@moneytrail/contract';

/** Who asks for a change, and from where, as the record of changes keeps it. */
export type Author = {
  actorId: string;
  address: string;
  requestId: string;
  deviceId: string;
};

export type Caller = { user: CurrentUser | null; ip: string; requestId: string };

/** The author of what a caller asks for, who is signed in. */
export function authorOf(
  { deviceOf }: { deviceOf: (user: CurrentUser) => string },
  { user, ip, requestId }: Caller,
): Author {
  if (!user) throw new Error('nobody is signed in');
  return { actorId: user._id, address: ip, requestId, deviceId: deviceOf(user) };
}
