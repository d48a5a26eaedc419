import {
  approveUser,
  deleteUser,
  type ManagedUser,
  rejectUser,
  restoreUser,
  sendUserConfirmation,
  sendUserPasswordReset,
  setUserAccess,
} from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { withReauthentication } from '../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { fullName } from '../../lib/person-name.ts';
import { showToast } from '../../stores/toasts.ts';
import { CHANGE_TEXTS } from './texts.ts';
import { decisionAbout, saveUser, type UserEdit, useUserChange } from './use-user-change.ts';
import { readUsersAnew } from './users-query.ts';

const paramsOf = ({ _id }: ManagedUser) => ({ id: _id });

export const sendApproval = (user: ManagedUser, isApproved: boolean) => (edit: UserEdit) =>
  authorizedRequest(approveUser, {
    params: paramsOf(user),
    body: { isApproved, revision: edit.seen.revision },
  });

/** Approves an account; the toast takes it back. */
export function useApproval(user: ManagedUser, onDone?: () => void) {
  const back = useUserChange({
    user,
    send: sendApproval(user, false),
    texts: CHANGE_TEXTS.takeApprovalBack,
  });
  const approve = useUserChange({
    user,
    send: sendApproval(user, true),
    texts: CHANGE_TEXTS.approve,
    ...(onDone ? { onDone } : {}),
    undo: (approved) => back.mutate(decisionAbout(approved, 'pending')),
  });
  return {
    approve: () => approve.mutate(decisionAbout(user, 'approved')),
    isPending: approve.isPending || back.isPending,
  };
}

export const sendAccess =
  (user: ManagedUser, accessRevoked: boolean) =>
  ({ seen: { revision }, reason }: UserEdit) => {
    const why = reason === undefined ? {} : { reason };
    const body = { accessRevoked, ...why, revision };
    return authorizedRequest(setUserAccess, { params: paramsOf(user), body });
  };

/** Revokes access with a reason, or restores it; the toast of a revocation restores it. */
export function useAccess(user: ManagedUser, onDone?: () => void) {
  const restore = useUserChange({
    user,
    send: sendAccess(user, false),
    texts: CHANGE_TEXTS.restore,
  });
  const revoke = useUserChange({
    user,
    send: sendAccess(user, true),
    texts: CHANGE_TEXTS.revoke,
    ...(onDone ? { onDone } : {}),
    undo: (revoked) => restore.mutate(decisionAbout(revoked, 'approved')),
  });
  return {
    revoke: (reason: string) => revoke.mutate(decisionAbout(user, 'revoked', reason)),
    restore: () => restore.mutate(decisionAbout(user, 'approved')),
    isPending: revoke.isPending || restore.isPending,
  };
}

/** Takes a deletion back. */
export function useRestoration(user: ManagedUser) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withReauthentication(() =>
        authorizedRequest(restoreUser, { params: paramsOf(user), body: {} }),
      ),
    onSuccess: () =>
      showToast({
        kind: 'success',
        text: CHANGE_TEXTS.restoreDeleted.done,
        subject: fullName(user),
      }),
    onSettled: () => readUsersAnew(queryClient, user._id),
    meta: { failureText: CHANGE_TEXTS.restoreDeleted.failed, subject: fullName(user) },
  });
  return { restoreDeleted: () => mutate(), isPending };
}

const NOT_FOUND = 404;
const isGone = (error: unknown) => error instanceof ApiError && error.status === NOT_FOUND;

/** Deletes an account, or rejects its registration; the toast restores it. */
export function useRemoval(user: ManagedUser, kind: 'delete' | 'reject', onDone: () => void) {
  const queryClient = useQueryClient();
  const subject = fullName(user);
  const texts = kind === 'delete' ? CHANGE_TEXTS.remove : CHANGE_TEXTS.reject;
  const { restoreDeleted } = useRestoration(user);
  const { mutate, isPending } = useMutation({
    mutationFn: (edit: UserEdit) =>
      saveUser(user, edit, ({ seen: { revision }, reason = '' }) =>
        authorizedRequest(kind === 'delete' ? deleteUser : rejectUser, {
          params: paramsOf(user),
          body: { reason, revision },
        }),
      ),
    onSuccess: (removed) => {
      if (removed === null) return;
      const action = { label: 'Undo', run: restoreDeleted };
      showToast({ kind: 'success', text: texts.done, subject, action });
      onDone();
    },
    onError: (error) => {
      if (!isGone(error)) return;
      // The specified text, shown without the server's message.
      showToast({ kind: 'error', text: CHANGE_TEXTS.remove.gone, subject });
      onDone();
    },
    onSettled: () => readUsersAnew(queryClient, user._id),
    meta: {
      failureText: texts.failed,
      subject,
      failure: (error) => (isGone(error) ? 'in-place' : 'toast'),
    },
  });
  return {
    remove: (reason: string) => mutate(decisionAbout(user, 'deleted', reason)),
    isPending,
  };
}

/** Has a mail sent to the person: the link that confirms the address, or the one that sets a new password. */
export function useLetter(user: ManagedUser, kind: 'confirmation' | 'passwordReset') {
  const endpoint = kind === 'confirmation' ? sendUserConfirmation : sendUserPasswordReset;
  const texts = CHANGE_TEXTS[kind];
  const subject = fullName(user);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withReauthentication(() => authorizedRequest(endpoint, { params: paramsOf(user) })),
    onSuccess: () => showToast({ kind: 'success', text: texts.done, subject }),
    meta: { failureText: texts.failed, subject },
  });
  return { send: () => mutate(), isPending };
}
