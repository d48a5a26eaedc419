import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/queries.ts';
import type { PendingReauthentication } from '../../../api/session/reauthentication.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { CodeForm } from '../sign-in/CodeForm.tsx';
import { useSignIn } from '../sign-in/use-sign-in.ts';
import { ReauthForm } from './ReauthForm.tsx';

type Props = { proof: PendingReauthentication };

/** Asks whoever is signed in for their password, and their code where one is due, before a change that matters. */
export function ReauthDialog({ proof }: Props) {
  const { data: user } = useQuery(currentUserQuery);
  const signIn = useSignIn(proof.done);
  const { step } = signIn;
  if (!user) return null;
  return (
    <Dialog
      title="Please confirm with your password"
      width={450}
      isPersistent
      onPhone="dialog"
      onClose={proof.cancelled}
    >
      {step.kind === 'code' ? (
        <CodeForm signIn={signIn} step={step} />
      ) : (
        <ReauthForm
          username={user.username}
          error={signIn.error}
          isBusy={signIn.isBusy}
          onSubmit={signIn.submitCredentials}
        />
      )}
    </Dialog>
  );
}
