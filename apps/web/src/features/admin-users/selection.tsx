import { Checkbox } from '@mantine/core';
import type { ManagedUser } from '@moneytrail/contract';
import { fullName } from '../../lib/person-name.ts';
import { createValueStore } from '../../lib/value-store.ts';
import { useSelected } from '../../stores/use-value.ts';

/** The selected users as they were listed, by id; kept while the table is paged and filtered. */
export const selection = createValueStore<ReadonlyMap<string, ManagedUser>>(new Map());

export function clearSelection(): void {
  selection.set(new Map());
}

function toggle(user: ManagedUser): void {
  const next = new Map(selection.get());
  if (!next.delete(user._id)) next.set(user._id, user);
  selection.set(next);
}

type Props = { user: ManagedUser; isDisabled: boolean };

/** Renders alone when it is toggled, not the whole table. */
export function SelectUser({ user, isDisabled }: Props) {
  const isSelected = useSelected(selection, (selected) => selected.has(user._id));
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${fullName(user)}`}
      checked={isSelected}
      disabled={isDisabled}
      onChange={() => toggle(user)}
    />
  );
}
