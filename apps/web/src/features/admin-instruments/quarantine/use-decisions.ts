import {
  acceptQuarantinedBar,
  type QuarantinedBar,
  rejectQuarantinedBar,
  undoQuarantineDecision,
} from '@moneytrail/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';
import { type RowState, useRowCalls } from '../use-row-calls.ts';
import { barKey, shownBar } from './quarantined-bar.ts';

/** The state that a decision gives a bar; `waiting` undoes one. */
export type Outcome = QuarantinedBar['state'];

function send({ bar, outcome }: { bar: QuarantinedBar; outcome: Outcome }): Promise<unknown> {
  const body = shownBar(bar);
  switch (outcome) {
    case 'accepted':
      return authorizedRequest(acceptQuarantinedBar, { body });
    case 'rejected':
      return authorizedRequest(rejectQuarantinedBar, { body });
    case 'waiting':
      return authorizedRequest(undoQuarantineDecision, { body });
  }
}

export type Decisions = {
  decide: (bar: QuarantinedBar, outcome: Outcome) => void;
  stateOf: (bar: QuarantinedBar) => RowState;
  /** The bar's state by the last decision made here; null if there was none. */
  outcomeOf: (bar: QuarantinedBar) => Outcome | null;
  forget: () => void;
};

/** Decisions made in the dialog. The shown list is not read again, so that no row moves under the pointer. */
export function useDecisions(): Decisions {
  const queryClient = useQueryClient();
  const [made, setMade] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const calls = useRowCalls<{ code: string; bar: QuarantinedBar; outcome: Outcome }, unknown>(
    ['decide'],
    {
      send,
      onDone: (_answer, { code, outcome }) => {
        setMade((before) => new Map(before).set(code, outcome));
        const queryKey = ['admin', 'instruments', 'quarantine'];
        void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
      },
    },
  );
  return {
    decide: (bar, outcome) => calls.call({ code: barKey(bar), bar, outcome }),
    stateOf: (bar) => calls.stateOf(barKey(bar)),
    outcomeOf: (bar) => made.get(barKey(bar)) ?? null,
    forget: () => {
      setMade(new Map());
      void queryClient.invalidateQueries({ queryKey: ['admin', 'instruments', 'quarantine'] });
    },
  };
}
