import { Button, TextInput } from '@mantine/core';
import { BRAND, forgotPassword } from '@moneytrail/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, serverMessage } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { useFormRequest } from '../../api/use-form-request.ts';
import { paths } from '../../paths.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { DemoHint } from '../../ui/form/DemoHint.tsx';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import form from '../../ui/form/form.module.css';
import { SlowHint } from '../../ui/form/SlowHint.tsx';
import { useRequestForm } from '../../ui/form/use-request-form.ts';
import { NoticeDialog } from '../../ui/NoticeDialog.tsx';
import { AuthCard } from './AuthCard.tsx';
import { withAdvice } from './no-answer.ts';
import { AUTH_TEXTS } from './texts.ts';

const TEXTS = AUTH_TEXTS.forgot;

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return TEXTS.notHttp;
  return serverMessage(error) ?? withAdvice(TEXTS.noMessage, error);
}

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const navigate = useNavigate();
  const fields = useRequestForm({
    endpoint: forgotPassword,
    initialValues: { email: '' },
    toBody: ({ email }) => ({ email }),
  });
  const { submit, isPending, error } = useFormRequest(fields, {
    send: (body: { email: string }) => request(forgotPassword, { body }),
    onDone: (_, { email }) => setSentTo(email),
    textOf: failureText,
  });
  const toLogin = () => {
    fields.reset();
    void navigate({ to: paths.login });
  };
  return (
    <AuthCard title={TEXTS.title} pageTitle="Forgot password" size="narrow">
      <form className={form.fields} onSubmit={fields.onSubmit(submit)} noValidate>
        <TextInput
          {...fields.getInputProps('email')}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          required
          withAsterisk={false}
          ref={focusOnMount}
        />
        <FormAlert>{error}</FormAlert>
        <SlowHint isPending={isPending} />
        <ActionButton
          type="submit"
          color="orange"
          fullWidth
          disabled={!fields.isValid()}
          isBusy={isPending}
        >
          {TEXTS.submit}
        </ActionButton>
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
          <DemoHint />
        </NoticeDialog>
      )}
    </AuthCard>
  );
}
