import {
  approveUser,
  deleteUser,
  getUser,
  type ManagedUser,
  rejectUser,
  restoreUser,
  sendUserConfirmation,
  sendUserPasswordReset,
  setUserAccess,
} from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { currentUserQuery } from '../../api/queries.ts';
import { readAnew } from '../../api/read-anew.ts';
import { withReauthentication } from '../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { type Seen, saveShared } from '../../api/shared-record.ts';
import { fullName } from '../../lib/person-name.ts';
import { showToast } from '../../stores/toasts.ts';
import { CHANGE_TEXTS } from './texts.ts';
import { describeField, seenUser, type UserFields } from './user-fields.ts';
import { putUser, readUsersAnew } from './users-query.ts';

/** `reason` goes to the audit log with a decision. */
export type UserEdit = {
  seen: Seen<UserFields>;
  changes: Partial<UserFields>;
  reason?: string;
};

type Options = {
  user: ManagedUser;
  /** Sends one edit; its answer is the account. */
  send: (edit: UserEdit) => Promise<ManagedUser>;
  texts: { done: string; failed: string };
  onDone?: (user: ManagedUser) => void;
  /** Takes the change back; offered in the toast. */
  undo?: (user: ManagedUser) => void;
};

const readUser = (id: string) => authorizedRequest(getUser, { params: { id } });

/** The edit that makes a decision about an account which is seen as it is. */
export const decisionAbout = (
  user: ManagedUser,
  status: UserFields['status'],
  reason?: string,
): UserEdit => ({
  seen: seenUser(user),
  changes: { status },
  ...(reason === undefined ? {} : { reason }),
});

/**
 * Sends an edit of an account that other administrators may have changed since, and asks for the password if the sign-in
 * is not recent. Null if nothing remained to be saved.
 */
export function saveUser<Answer>(
  user: ManagedUser,
  { reason, ...edit }: UserEdit,
  send: (edit: UserEdit) => Promise<Answer>,
): Promise<Answer | null> {
  return saveShared<UserFields, Answer>({
    ...edit,
    what: fullName(user),
    describe: describeField,
    read: async () => seenUser(await readUser(user._id)),
    send: (current) =>
      withReauthentication(() => send({ ...current, ...(reason === undefined ? {} : { reason }) })),
  });
}

/** Saves edits with `saveUser`, and names the person in the toast. A change of the own account reads it again. */
export function useUserChange({ user, send, texts, onDone, undo }: Options) {
  const queryClient = useQueryClient();
  const { _id: id } = user;
  const subject = fullName(user);
  return useMutation({
    mutationFn: async (edit: UserEdit): Promise<ManagedUser> =>
      (await saveUser(user, edit, send)) ?? readUser(id),
    onSuccess: (changed) => {
      putUser(queryClient, changed);
      const action = undo && { label: 'Undo', run: () => undo(changed) };
      showToast({ kind: 'success', text: texts.done, subject, ...(action ? { action } : {}) });
      onDone?.(changed);
      const own = queryClient.getQueryData(currentUserQuery.queryKey);
      if (own?._id !== id) return;
      void readAnew(queryClient, { queryKey: currentUserQuery.queryKey });
    },
    onError: () => readUsersAnew(queryClient, id),
    meta: { failureText: texts.failed, subject },
  });
}

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
