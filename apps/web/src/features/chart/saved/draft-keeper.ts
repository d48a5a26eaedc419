import type { Clock } from '../../../lib/clock.ts';
import type { Drafts } from './drafts.ts';
import { type ChartNow, fieldsOf } from './layout-api.ts';
import type { LayoutSender } from './layout-sender.ts';

/** So long after the first change it is kept: while somebody drags, each move is one. */
const KEPT_AFTER_MS = 250;

/** Keeps here what is on its way to the server, or has to wait. */
export type DraftKeeper = {
  /** Keeps what is unsaved in a moment, once for all that changes until then. */
  soon: () => void;
  /** Keeps what is unsaved at once. */
  now: () => void;
  /** False where the browser had no room for the last one. */
  isKept: () => boolean;
};

type Deps = {
  clock: Clock;
  drafts: Drafts;
  userId: string;
  sender: LayoutSender;
  /** What the server does not have; null where nothing may be kept. */
  unsaved: () => ChartNow | null;
};

export function createDraftKeeper({ clock, drafts, userId, sender, unsaved }: Deps): DraftKeeper {
  let isKept = true;
  let cancel: (() => void) | null = null;
  const now = () => {
    cancel?.();
    cancel = null;
    const chart = unsaved();
    if (!chart) return;
    const open = sender.open();
    const base = open && { id: open.id, revision: open.revision };
    isKept = drafts.keep({ userId, base, key: sender.key(), fields: fieldsOf(chart) });
  };
  return {
    now,
    soon() {
      cancel ??= clock.after(KEPT_AFTER_MS, now);
    },
    isKept: () => isKept,
  };
}
