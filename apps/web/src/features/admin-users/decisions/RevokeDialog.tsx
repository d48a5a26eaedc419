import { type ManagedUser, setUserAccess } from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { fullName } from '../../../lib/person-name.ts';
import { CHANGE_TEXTS } from '../texts.ts';
import { useUserChange } from '../use-user-change.ts';
import { DecisionDialog } from './DecisionDialog.tsx';

type Props = { user: ManagedUser; onClose: () => void };

/** Takes somebody's access away, with a reason. */
export function RevokeDialog({ user, onClose }: Props) {
  const { mutate, isPending } = useUserChange({
    userId: user._id,
    send: (reason: string) =>
      authorizedRequest(setUserAccess, {
        params: { id: user._id },
        body: { accessRevoked: true, reason },
      }),
    texts: CHANGE_TEXTS.revoke,
    onDone: onClose,
  });
  return (
    <DecisionDialog
      title={`Revoke the access of ${fullName(user)}?`}
      warning="They are signed out at once, and so is everybody who shares their account. Their subscription is not charged again, and restoring access does not bring it back."
      action="Revoke access"
      isReady
      isPending={isPending}
      onDecide={(reason) => mutate(reason)}
      onCancel={onClose}
    />
  );
}
