import { Button, TextInput } from '@mantine/core';
import { BRAND, forgotPassword } from '@moneytrail/contract';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { send } from '../../../api/send.ts';
import { emailProblem } from '../../../lib/account-rules.ts';
import { focusOnMount } from '../../../lib/focus-on-mount.ts';
import { useForm } from '../../../lib/use-form.ts';
import { paths } from '../../../paths.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { NoticeDialog } from '../../../ui/NoticeDialog.tsx';
import { AuthCard } from '../AuthCard.tsx';
import { AUTH_TEXTS } from '../texts.ts';
import { useSubmit } from '../use-submit.ts';
import { forgotFailureText } from './password-failures.ts';

const TEXTS = AUTH_TEXTS.forgot;

/** Asks for a link that sets a new password. */
export function ForgotPasswordPage() {
  const { values, field, isValid, clear } = useForm({ email: '' }, { email: emailProblem });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { submit, isBusy, error } = useSubmit(forgotFailureText);
  const navigate = useNavigate();
  const toLogin = () => {
    clear();
    void navigate({ to: paths.login });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    const email = values.email.trim();
    void submit(async () => {
      await send(forgotPassword, { body: { email } });
      setSentTo(email);
    });
  };
  return (
    <AuthCard title={TEXTS.title} pageTitle="Forgot password" size="narrow">
      <form className={form.fields} onSubmit={onSubmit} noValidate>
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
        <FormAlert>{error}</FormAlert>
        <Button type="submit" color="orange" fullWidth disabled={!isValid} loading={isBusy}>
          {TEXTS.submit}
        </Button>
        <Button variant="default" fullWidth onClick={toLogin}>
          Cancel
        </Button>
      </form>
      {sentTo !== null && (
        <NoticeDialog title={TEXTS.successTitle} onOk={toLogin}>
          <p>
            A link to reset your password was sent to <strong>{sentTo}</strong>.
          </p>
          <p>
            If you do not see it, please check your spam or junk folder. If the problem persists,
            please contact us: <a href={`mailto:${BRAND.contactAddress}`}>{BRAND.contactAddress}</a>
            .
          </p>
        </NoticeDialog>
      )}
    </AuthCard>
  );
}
