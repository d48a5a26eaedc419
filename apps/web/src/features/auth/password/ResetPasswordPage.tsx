import { Button } from '@mantine/core';
import { resetPassword } from '@moneytrail/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { send } from '../../../api/send.ts';
import { session } from '../../../api/session/session.ts';
import { confirmationProblem, newPasswordProblem } from '../../../lib/account-rules.ts';
import { useForm } from '../../../lib/use-form.ts';
import { paths } from '../../../paths.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { NewPasswordFields } from '../../../ui/form/NewPasswordFields.tsx';
import { NoticeDialog } from '../../../ui/NoticeDialog.tsx';
import { AuthCard } from '../AuthCard.tsx';
import { AUTH_TEXTS } from '../texts.ts';
import { useSubmit } from '../use-submit.ts';
import { resetFailureText } from './password-failures.ts';
import { forgetResetToken, resetToken } from './reset-token.ts';

const TEXTS = AUTH_TEXTS.reset;

/** Sets a new password with the token of the link that led here. */
export function ResetPasswordPage() {
  const [token] = useState(resetToken);
  const [isDone, setDone] = useState(false);
  const passwords = useForm(
    { password: '', confirmation: '' },
    {
      password: (password) => newPasswordProblem(password),
      confirmation: (text, { password }) => confirmationProblem(text, password),
    },
  );
  const { submit, isBusy, error } = useSubmit(resetFailureText);
  const navigate = useNavigate();
  const toLogin = () => {
    passwords.clear();
    void navigate({ to: paths.login });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (token === null || !passwords.isValid) return;
    void submit(async () => {
      await send(resetPassword, { body: { token, newPassword: passwords.values.password } });
      forgetResetToken();
      // Every session of the account has ended, this browser's too if it had one.
      session.end();
      setDone(true);
    });
  };
  return (
    <AuthCard title={TEXTS.title} pageTitle="Reset password" size="narrow">
      <form className={form.fields} onSubmit={onSubmit} noValidate>
        <NewPasswordFields
          form={passwords}
          labels={{ password: 'Password', confirmation: 'Confirm Password' }}
          isDisabled={token === null}
          isFirst
        />
        <FormAlert>{token === null ? TEXTS.noToken : error}</FormAlert>
        {(token === null || error === TEXTS.noToken) && (
          <Link to={paths.forgotPassword} className={form.link}>
            Request a new link
          </Link>
        )}
        <Button
          type="submit"
          color="orange"
          fullWidth
          disabled={token === null || !passwords.isValid}
          loading={isBusy}
        >
          Reset
        </Button>
        <Button variant="default" fullWidth onClick={toLogin}>
          Cancel
        </Button>
      </form>
      {isDone && (
        <NoticeDialog title={TEXTS.successTitle} onOk={toLogin}>
          <p>{TEXTS.success}</p>
        </NoticeDialog>
      )}
    </AuthCard>
  );
}
