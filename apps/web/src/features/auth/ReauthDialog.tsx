import { login } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { deviceId } from '../../api/session/device.ts';
import type { PendingReauthentication } from '../../api/session/reauthentication.ts';
import { signInPasswordProblem } from '../../lib/account-rules.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import form from '../../ui/form/form.module.css';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { useRequestForm } from '../../ui/form/use-request-form.ts';
import { CodeForm } from './sign-in/CodeForm.tsx';
import { type Credentials, useSignIn } from './sign-in/use-sign-in.ts';

type Props = { proof: PendingReauthentication };

/** Asks for the password, and the code if one is due, before a sensitive change. */
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

type ReauthFormProps = {
  username: string;
  error: string | null;
  isBusy: boolean;
  onSubmit: (credentials: Credentials) => void;
};

function ReauthForm({ username, error, isBusy, onSubmit }: ReauthFormProps) {
  const fields = useRequestForm({
    endpoint: login,
    initialValues: { password: '' },
    toBody: ({ password }) => ({ username, password, deviceId: deviceId() }),
    rules: ({ password }) => ({ password: signInPasswordProblem(password) }),
  });
  return (
    <form className={form.fields} onSubmit={fields.onSubmit(onSubmit)} noValidate>
      <p>
        This change needs a sign-in within the last 15 minutes. You are signed in as {username}.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField
        {...fields.getInputProps('password')}
        label="Password"
        autoComplete="current-password"
        data-autofocus
      />
      <FormAlert>{error}</FormAlert>
      <ActionButton
        type="submit"
        color="orange"
        fullWidth
        disabled={!fields.isValid()}
        isBusy={isBusy}
      >
        Confirm
      </ActionButton>
    </form>
  );
}
