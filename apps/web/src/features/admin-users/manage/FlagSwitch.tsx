import { Switch } from '@mantine/core';
import type { ManagedUser } from '@moneytrail/contract';
import { useUserChange } from '../use-user-change.ts';

type Props = {
  label: string;
  user: ManagedUser;
  isSet: boolean;
  isDisabled: boolean;
  send: (isSet: boolean) => Promise<ManagedUser>;
  texts: { done: string; failed: string };
};

/** One right, changed at once; it stands where it was put until the server has answered. */
export function FlagSwitch({ label, user, isSet, isDisabled, send, texts }: Props) {
  const { mutate, isPending, variables } = useUserChange({ userId: user._id, send, texts });
  return (
    <Switch
      label={label}
      checked={isPending ? variables : isSet}
      disabled={isDisabled}
      aria-busy={isPending}
      onChange={({ currentTarget }) => {
        if (!isPending) mutate(currentTarget.checked);
      }}
    />
  );
}
