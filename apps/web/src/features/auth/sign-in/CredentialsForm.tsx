import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { emailProblem, signInPasswordProblem } from '../../../lib/account-rules.ts';
import { focusOnMount } from '../../../lib/focus-on-mount.ts';
import { useForm } from '../../../lib/use-form.ts';
import { paths } from '../../../paths.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { AUTH_TEXTS } from '../texts.ts';
import type { Credentials } from './enter.ts';

type Props = {
  error: string | null;
  isBusy: boolean;
  onSubmit: (credentials: Credentials) => void;
};

/** The first step: e-mail and password. */
export function CredentialsForm({ error, isBusy, onSubmit }: Props) {
  const { values, field, isValid } = useForm(
    { email: '', password: '' },
    { email: emailProblem, password: signInPasswordProblem },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !isBusy) onSubmit({ username: values.email.trim(), password: values.password });
  };
  return (
    <form className={form.fields} onSubmit={submit} noValidate>
      <TextInput
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        withAsterisk={false}
        ref={focusOnMount}
      />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <Link to={paths.forgotPassword} className={form.link}>
        {AUTH_TEXTS.signIn.forgot}
      </Link>
      <FormAlert>{error}</FormAlert>
      <Button type="submit" color="orange" fullWidth disabled={!isValid} loading={isBusy}>
        Sign In
      </Button>
    </form>
  );
}
