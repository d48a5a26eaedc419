import { Button } from '@mantine/core';
import type { ManagedUser } from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnew } from '../../api/read-anew.ts';
import { fullName } from '../../lib/person-name.ts';
import { showToast } from '../../stores/toasts.ts';
import { useValue } from '../../stores/use-value.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DecisionDialog } from './DecisionDialogs.tsx';
import classes from './SelectionBar.module.css';
import { clearSelection, selection } from './selection.tsx';
import { decisionAbout, saveUser, sendAccess, sendApproval } from './use-user-change.ts';
import { putUser } from './users-query.ts';

type Decision = 'approve' | 'revoke';

/** Decisions, and the steps that take them back. */
const STEPS = {
  approve: { done: 'approved', status: 'approved', send: toApproval(true), undo: 'takeBack' },
  revoke: { done: 'revoked', status: 'revoked', send: toAccess(true), undo: 'restore' },
  takeBack: { done: 'pending again', status: 'pending', send: toApproval(false), undo: null },
  restore: { done: 'restored', status: 'approved', send: toAccess(false), undo: null },
} as const;

function toApproval(isApproved: boolean) {
  return (user: ManagedUser) => sendApproval(user, isApproved);
}

function toAccess(isRevoked: boolean) {
  return (user: ManagedUser) => sendAccess(user, isRevoked);
}

const people = (count: number) => (count === 1 ? '1 user' : `${count} users`);

const isFor: Record<Decision, (user: ManagedUser) => boolean> = {
  approve: ({ status }) => status === 'pending' || status === 'unconfirmed',
  revoke: ({ status }) => status !== 'revoked' && status !== 'deleted',
};

type Asked = { what: keyof typeof STEPS; users: readonly ManagedUser[]; reason?: string };

/**
 * Decides about users one after the other, and says how many it was and who is left; the toast takes back what was
 * decided.
 */
function useBulk(onDone: () => void) {
  const queryClient = useQueryClient();
  const bulk = useMutation({
    mutationFn: async ({ what, users, reason }: Asked) => {
      const { status, send } = STEPS[what];
      const decided: ManagedUser[] = [];
      const left: string[] = [];
      for (const user of users) {
        try {
          const changed = await saveUser(user, decisionAbout(user, status, reason), send(user));
          if (!changed) continue;
          putUser(queryClient, changed);
          decided.push(changed);
        } catch (error) {
          left.push(`${fullName(user)}: ${error instanceof Error ? error.message : 'failed'}`);
        }
      }
      return { decided, left };
    },
    onSuccess: ({ decided, left }, { what, users }) => {
      const { done, undo } = STEPS[what];
      const count = users.length - left.length;
      if (count > 0) {
        const text = `${people(count)} ${done}.`;
        const run = () => undo && bulk.mutate({ what: undo, users: decided });
        const action = undo && decided.length > 0 ? { action: { label: 'Undo', run } } : {};
        showToast({ kind: 'success', text, ...action });
      }
      if (left.length > 0) {
        const text = `${people(left.length)} not ${done}. ${left.join(' ')}`;
        showToast({ kind: 'error', text });
      } else if (undo) clearSelection();
    },
    onSettled: () => {
      onDone();
      return readAnew(queryClient, { queryKey: ['users'] });
    },
  });
  return bulk;
}

type Props = { onExport: (users: ManagedUser[]) => void };

/** Shown while users are selected. */
export function SelectionBar({ onExport }: Props) {
  const users = [...useValue(selection).values()];
  const [asked, setAsked] = useState<Decision | null>(null);
  const { mutate, isPending } = useBulk(() => setAsked(null));
  if (users.length === 0) return null;
  const fitting = asked === null ? [] : users.filter(isFor[asked]);
  const unconfirmed = fitting.filter(({ isEmailConfirmed }) => !isEmailConfirmed);
  const offer = (what: Decision) => {
    const count = users.filter(isFor[what]).length;
    return (
      <Button variant="default" disabled={count === 0} onClick={() => setAsked(what)}>
        {what === 'approve' ? 'Approve' : 'Revoke access'} ({count})
      </Button>
    );
  };
  return (
    <section className={classes.bar} aria-label="Selected users">
      <span>{people(users.length)} selected</span>
      {offer('approve')}
      {offer('revoke')}
      <ActionButton variant="default" isBusy={false} onClick={() => onExport(users)}>
        Export
      </ActionButton>
      <Button variant="subtle" onClick={clearSelection}>
        Clear
      </Button>
      {asked === 'approve' && (
        <ConfirmDialog
          title={`Approve ${people(fitting.length)}?`}
          action="Approve"
          isDestructive={false}
          isPending={isPending}
          onConfirm={() => mutate({ what: 'approve', users: fitting })}
          onCancel={() => setAsked(null)}
        >
          Each of them is told by mail that they can sign in: {fitting.map(fullName).join(', ')}.
          {unconfirmed.length > 0 &&
            ` Nobody has confirmed the address of ${unconfirmed.map(fullName).join(', ')} yet.`}
        </ConfirmDialog>
      )}
      {asked === 'revoke' && (
        <DecisionDialog
          title={`Revoke the access of ${people(fitting.length)}?`}
          warning={`They are signed out at once, and so is everybody who shares their accounts: ${fitting.map(fullName).join(', ')}.`}
          action="Revoke access"
          isPending={isPending}
          onDecide={(reason) => mutate({ what: 'revoke', users: fitting, reason })}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  );
}
