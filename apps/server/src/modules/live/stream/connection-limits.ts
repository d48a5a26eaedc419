import type { Caller } from './connection.ts';

/** Connections that may be open at once. */
export type StreamLimits = { perVisitor: number; perAccount: number; perAddress: number };

/** A visitor has few; an account has a few screens on a few devices; an office shares one address. */
export const STREAM_LIMITS: StreamLimits = { perVisitor: 3, perAccount: 20, perAddress: 200 };

/** Whose connections are counted together over all processes. */
export type SlotHolder = { kind: 'visitor'; address: string } | { kind: 'account'; userId: string };

/** A slot among those of all processes; null where the holder has as many as it may. */
export type AcquireSlot = (holder: SlotHolder) => Promise<{ release: () => Promise<void> } | null>;

/** What one connection was given, or why it was refused. */
export type Admission = { release: () => void } | { refusal: string };

/** Counts open connections; whoever acquires releases when its socket closes, on every way out. */
export type ConnectionLimits = {
  acquire: (caller: Caller) => Promise<Admission>;
  /** How many connections are counted in this process, by holder. */
  counts: () => ReadonlyMap<string, number>;
};

/** Counts in this process at once and, where `acquireSlot` is given, over all processes. */
export function createConnectionLimits(
  acquireSlot: AcquireSlot | undefined,
  limits: StreamLimits,
): ConnectionLimits {
  const open = new Map<string, number>();

  function countsOf({ user, address }: Caller): { key: string; max: number; refusal: string }[] {
    const ofAddress = (max: number) => ({
      key: `${user ? '' : 'visitor '}${address}`,
      max,
      refusal: `At most ${max} connections of one address`,
    });
    if (!user) return [ofAddress(limits.perVisitor)];
    const max = limits.perAccount;
    const ofAccount = { key: user._id, max, refusal: `At most ${max} connections of one account` };
    return [ofAccount, ofAddress(limits.perAddress)];
  }

  function add(keys: readonly string[], change: 1 | -1): void {
    for (const key of keys) {
      const count = (open.get(key) ?? 0) + change;
      if (count > 0) open.set(key, count);
      else open.delete(key);
    }
  }

  return {
    async acquire(caller) {
      const { user, address } = caller;
      const counts = countsOf(caller);
      const full = counts.find(({ key, max }) => (open.get(key) ?? 0) >= max);
      if (full) return { refusal: full.refusal };
      const keys = counts.map(({ key }) => key);
      add(keys, 1);
      const slot = await acquireSlot?.(
        user ? { kind: 'account', userId: user._id } : { kind: 'visitor', address },
      ).catch((error: unknown) => {
        add(keys, -1);
        throw error;
      });
      if (slot === null) {
        add(keys, -1);
        return { refusal: counts[0]?.refusal ?? '' };
      }
      let isReleased = false;
      return {
        release() {
          if (isReleased) return;
          isReleased = true;
          add(keys, -1);
          void slot?.release();
        },
      };
    },
    counts: () => open,
  };
}
