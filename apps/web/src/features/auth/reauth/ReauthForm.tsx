import { login } from '@moneytrail/contract';
import { deviceId } from '../../../api/session/device.ts';
import { signInPasswordProblem } from '../../../lib/account-rules.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { useRequestForm } from '../../../ui/form/use-request-form.ts';
import type { Credentials } from '../sign-in/enter.ts';

type Props = {
  username: string;
  error: string | null;
  isBusy: boolean;
  onSubmit: (credentials: Credentials) => void;
};

/** The password of who is signed in, once more. */
export function ReauthForm({ username, error, isBusy, onSubmit }: Props) {
  const fields = useRequestForm({
    endpoint: login,
    initialValues: { password: '' },
    toBody: ({ password }) => ({ username, password, deviceId: deviceId() }),
    rules: ({ password }) => ({ password: signInPasswordProblem(password) }),
  });
  return (
    <form className={form.fields} onSubmit={fields.onSubmit(onSubmit)} noValidate>
      <p>This change needs a sign-in of the last 15 minutes. You are signed in as {username}.</p>
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
