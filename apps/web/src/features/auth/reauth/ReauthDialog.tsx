import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/queries.ts';
import type { AskedProof } from '../../../api/session/fresh-proof.ts';
import { PersistentDialog } from '../../../ui/PersistentDialog.tsx';
import { CodeForm } from '../sign-in/CodeForm.tsx';
import { useSignIn } from '../sign-in/use-sign-in.ts';
import { PasswordProof } from './PasswordProof.tsx';

type Props = { proof: AskedProof };

/** Asks whoever is signed in for their password, and their code where one is due, before a change that matters. */
export function ReauthDialog({ proof }: Props) {
  const { data: user } = useQuery(currentUserQuery);
  const signIn = useSignIn(proof.done);
  const { step } = signIn;
  if (!user) return null;
  return (
    <PersistentDialog
      title="Please confirm with your password"
      width={450}
      closeLabel="Close"
      onClose={proof.cancelled}
    >
      {step.kind === 'code' ? (
        <CodeForm signIn={signIn} step={step} />
      ) : (
        <PasswordProof
          username={user.username}
          error={signIn.error}
          isBusy={signIn.isBusy}
          onSubmit={(password) =>
            void signIn.submitCredentials({ username: user.username, password })
          }
        />
      )}
    </PersistentDialog>
  );
}
