import type { ManagedUser } from '@moneytrail/contract';
import { useState } from 'react';
import type { Seen } from '../../../api/shared-record.ts';
import type { UserEdit } from '../use-user-change.ts';
import { seenUser, type UserFields } from '../user-fields.ts';
import { useUnsaved } from './unsaved.ts';

type Draft = { seen: Seen<UserFields>; changes: Partial<UserFields> };

/**
 * The fields of a section's form. Only what was typed is kept and saved: everything else follows the account, also while
 * other administrators change it. The draft remembers the state in which it was begun.
 */
export function useDraft(user: ManagedUser, section: string) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const current = seenUser(user);
  const changes = draft?.changes ?? {};
  const isChanged = draft !== null;
  useUnsaved(section, isChanged);
  return {
    values: { ...current.fields, ...changes },
    isChanged,
    set: (change: Partial<UserFields>) => {
      const seen = draft?.seen ?? current;
      const kept = Object.entries({ ...changes, ...change }).filter(
        ([name, value]) => seen.fields[name as keyof UserFields] !== value,
      );
      setDraft(kept.length === 0 ? null : { seen, changes: Object.fromEntries(kept) });
    },
    discard: () => setDraft(null),
    edit: (): UserEdit => draft ?? { seen: current, changes: {} },
  };
}
