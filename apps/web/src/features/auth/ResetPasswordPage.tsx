import { Button } from '@mantine/core';
import { resetPassword } from '@moneytrail/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { serverMessage } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { session } from '../../api/session/session.ts';
import { useFormRequest } from '../../api/use-form-request.ts';
import { confirmationProblem, newPasswordProblem } from '../../lib/account-rules.ts';
import { paths } from '../../paths.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import form from '../../ui/form/form.module.css';
import { NewPasswordFields } from '../../ui/form/NewPasswordFields.tsx';
import { SlowHint } from '../../ui/form/SlowHint.tsx';
import { useRequestForm } from '../../ui/form/use-request-form.ts';
import { useCommonPasswords } from '../../ui/hooks/use-common-passwords.ts';
import { NoticeDialog } from '../../ui/NoticeDialog.tsx';
import { AuthCard } from './AuthCard.tsx';
import { resetToken } from './link-token.ts';
import { withAdvice } from './no-answer.ts';
import { AUTH_TEXTS } from './texts.ts';

const TEXTS = AUTH_TEXTS.reset;

/** Sets a new password with the token of the mailed link. */
export function ResetPasswordPage() {
  const [token] = useState(resetToken.read);
  const [isDone, setDone] = useState(false);
  const navigate = useNavigate();
  const fields = useRequestForm({
    endpoint: resetPassword,
    initialValues: { newPassword: '', confirmation: '' },
    toBody: ({ newPassword }) => ({ token, newPassword }),
    rules: ({ newPassword, confirmation }) => ({
      newPassword: newPasswordProblem(newPassword),
      confirmation: confirmationProblem(confirmation, newPassword),
    }),
  });
  useCommonPasswords(fields.values.newPassword);
  const { submit, isPending, error } = useFormRequest(fields, {
    send: (body: { token: string; newPassword: string }) => request(resetPassword, { body }),
    onDone: () => {
      resetToken.forget();
      // The server has ended every session of the account, this browser's too.
      session.end();
      setDone(true);
    },
    textOf: (failure) => serverMessage(failure) ?? withAdvice(TEXTS.noMessage, failure),
  });
  const toLogin = () => {
    fields.reset();
    void navigate({ to: paths.login });
  };
  return (
    <AuthCard title={TEXTS.title} pageTitle="Reset password" size="narrow">
      <form className={form.fields} onSubmit={fields.onSubmit(submit)} noValidate>
        <NewPasswordFields
          fields={fields}
          labels={{ password: 'Password', confirmation: 'Confirm Password' }}
          isDisabled={token === null}
          isFirst
        />
        <FormAlert>{token === null ? TEXTS.noToken : error}</FormAlert>
        <SlowHint isPending={isPending} />
        {(token === null || error === TEXTS.noToken) && (
          <Link to={paths.forgotPassword} className={form.link}>
            Request a new link
          </Link>
        )}
        <ActionButton
          type="submit"
          color="orange"
          fullWidth
          disabled={!fields.isValid()}
          isBusy={isPending}
        >
          Reset
        </ActionButton>
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
