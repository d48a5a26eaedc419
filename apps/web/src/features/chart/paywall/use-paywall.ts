import { parseSymbol } from '@moneytrail/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { currentUserQuery, exchangesQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { isSignedIn } from '../../../api/session/guard.ts';
import { maySubscribe } from '../../../lib/may-subscribe.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { instrumentOf, isLocked, isRestricted, type LockedChoice, lockReason } from './locks.ts';
import { silence, useAutomaticOpening } from './use-automatic-opening.ts';

/** A locked choice opened the paywall, or it opened by itself. */
type Cause = { choice: LockedChoice | null };

/** The beginning of a restricted user's first visit. */
export type FreeStart = {
  /** The locked symbol that the address led to, `EXCHANGE:CODE`; null if it led to none. */
  locked: string | null;
  maySubscribe: boolean;
  hasUsedTrial: boolean;
};

export type Paywall = {
  /** Null while the paywall is closed. */
  shown: {
    /** `EXCHANGE:CODE` or a source; null if it opened by itself. */
    chosen: string | null;
    /** Null if the account gives none. */
    reason: string | null;
    kind: 'visitor' | 'retail' | 'other';
  } | null;
  /** Opens the paywall for a locked choice. */
  refuse: (choice: LockedChoice) => void;
  /** While the tour stands above the chart of a restricted user, which says what is free; null for everybody else. */
  freeStart: FreeStart | null;
  /** Opens the paywall for a symbol that the server refused; during the tour, the tour tells of it. */
  refuseSymbol: (symbol: string, retry: () => void) => void;
  /** The person closed it: from now on it opens only for locked choices. */
  close: () => void;
  /** Closes it in favour of the page it led to. */
  leave: () => void;
};

/** Calls back when a lock that was seen is gone. */
function useUnlocking(cause: Cause | null, isLockedNow: boolean, onUnlocked: () => void): void {
  const [seenLocked, setSeenLocked] = useState<Cause | null>(null);
  useEffect(() => {
    if (!cause) return;
    if (isLockedNow) setSeenLocked(cause);
    else if (seenLocked === cause) onUnlocked();
  });
}

/** The state of the paywall. With `opensByItself` it also opens once for restricted users without a locked choice. */
export function usePaywall({ opensByItself }: { opensByItself: boolean }): Paywall {
  const queryClient = useQueryClient();
  const { data: account } = useQuery(currentUserQuery);
  const { data: lists } = useQuery(exchangesQuery);
  const [cause, setCause] = useState<Cause | null>(null);
  const user = isSignedIn() ? account : null;
  const { isTourDone } = usePreferences();
  const hasTour = opensByItself && !isTourDone;
  const [lockedAtStart, setLockedAtStart] = useState<string | null>(null);
  const choice = cause?.choice ?? null;
  const reasonFor = (chosen: LockedChoice | null) =>
    user === undefined
      ? null
      : lockReason(user, chosen && instrumentOf(chosen, lists), serverClock.now());

  const isLockedNow = choice ? isLocked(choice, lists) : isRestricted(lists);
  useUnlocking(cause, isLockedNow, () => {
    setCause(null);
    choice?.retry();
  });
  const isWithoutPlan = user ? reasonFor(null) !== null : false;
  const isToBeTold = opensByItself && user && isRestricted(lists) && isWithoutPlan;
  useAutomaticOpening(isToBeTold ? user._id : null, () => {
    // A choice takes precedence, even while its dialog is loading.
    setCause((present) => present ?? { choice: null });
  });

  const refuse = (chosen: LockedChoice) => setCause({ choice: chosen });
  return {
    shown: cause && {
      chosen:
        choice && (choice.code === null ? choice.exchange : `${choice.exchange}:${choice.code}`),
      reason: reasonFor(choice),
      kind: user === null ? 'visitor' : user && maySubscribe(user) ? 'retail' : 'other',
    },
    refuse,
    freeStart:
      hasTour && user && isWithoutPlan
        ? {
            locked: lockedAtStart,
            maySubscribe: maySubscribe(user),
            hasUsedTrial: user.subscription?.hasUsedTrial ?? false,
          }
        : null,
    refuseSymbol: (symbol, retry) => {
      const parsed = parseSymbol(symbol);
      if (!parsed.ok) return;
      const { exchange = 'FMP', code } = parsed.symbol;
      if (hasTour && isWithoutPlan) setLockedAtStart(`${exchange}:${code}`);
      else refuse({ exchange, code, retry });
      // The lists may be older than the refusal.
      for (const { queryKey } of [currentUserQuery, exchangesQuery]) {
        void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
      }
    },
    close: () => {
      setCause(null);
      if (user) silence(user._id);
    },
    leave: () => setCause(null),
  };
}
