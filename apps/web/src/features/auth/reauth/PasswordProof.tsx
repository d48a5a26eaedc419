import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { signInPasswordProblem } from '../../../lib/account-rules.ts';
import { useForm } from '../../../lib/use-form.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';

type Props = {
  username: string;
  error: string | null;
  isBusy: boolean;
  onSubmit: (password: string) => void;
};

/** The password of who is signed in, once more. */
export function PasswordProof({ username, error, isBusy, onSubmit }: Props) {
  const { values, field, isValid } = useForm({ password: '' }, { password: signInPasswordProblem });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !isBusy) onSubmit(values.password);
  };
  return (
    <form className={form.fields} onSubmit={submit} noValidate>
      <p>This change needs a sign-in of the last 15 minutes. You are signed in as {username}.</p>
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="current-password"
        data-autofocus
      />
      <FormAlert>{error}</FormAlert>
      <Button type="submit" color="orange" fullWidth disabled={!isValid} loading={isBusy}>
        Confirm
      </Button>
    </form>
  );
}
