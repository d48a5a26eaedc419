import { getUser, type ManagedUser } from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { readAnew } from '../../api/read-anew.ts';
import { withReauthentication } from '../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { type Seen, saveShared } from '../../api/shared-record.ts';
import { fullName } from '../../lib/person-name.ts';
import { showToast } from '../../stores/toasts.ts';
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
