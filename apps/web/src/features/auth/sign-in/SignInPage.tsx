import { TextInput } from '@mantine/core';
import { login } from '@moneytrail/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deviceId } from '../../../api/session/device.ts';
import { signInPasswordProblem } from '../../../lib/account-rules.ts';
import { paths } from '../../../paths.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { SlowHint } from '../../../ui/form/SlowHint.tsx';
import { useRequestForm } from '../../../ui/form/use-request-form.ts';
import { NoticeDialog } from '../../../ui/NoticeDialog.tsx';
import { AccountStanding } from '../AccountStanding.tsx';
import { AuthCard } from '../AuthCard.tsx';
import { registrationDraft } from '../register/registration-draft.ts';
import { AUTH_TEXTS } from '../texts.ts';
import { CodeForm } from './CodeForm.tsx';
import { type Credentials, useSignIn } from './use-sign-in.ts';

/** The route guards navigate once the session begins. */
const routeGuardsNavigate = () => {};

export function SignInPage() {
  const signIn = useSignIn(routeGuardsNavigate);
  const { step } = signIn;
  const texts = AUTH_TEXTS.signIn;
  return (
    <AuthCard
      title={step.kind === 'code' ? texts.codeTitle : texts.title}
      pageTitle="Sign in"
      size="narrow"
      below={<Link to={paths.register}>{AUTH_TEXTS.signUpLink}</Link>}
    >
      {step.kind === 'code' ? (
        <CodeForm signIn={signIn} step={step} />
      ) : (
        <CredentialsForm
          error={signIn.error}
          isBusy={signIn.isBusy}
          onSubmit={signIn.submitCredentials}
        />
      )}
      {signIn.pending && (
        <NoticeDialog title={texts.pendingTitle} onOk={signIn.closePending}>
          <AccountStanding {...signIn.pending} isApproved={false} pendingText={texts.pending} />
        </NoticeDialog>
      )}
    </AuthCard>
  );
}

type Props = {
  error: string | null;
  isBusy: boolean;
  onSubmit: (credentials: Credentials) => void;
};

/** The first step: e-mail and password. */
function CredentialsForm({ error, isBusy, onSubmit }: Props) {
  const [registered] = useState(registrationDraft.registered);
  const fields = useRequestForm({
    endpoint: login,
    initialValues: { username: registered?.email ?? '', password: '' },
    toBody: (values) => ({ ...values, deviceId: deviceId() }),
    rules: ({ password }) => ({ password: signInPasswordProblem(password) }),
  });
  return (
    <form className={form.fields} onSubmit={fields.onSubmit(onSubmit)} noValidate>
      <TextInput
        {...fields.getInputProps('username')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        withAsterisk={false}
        {...(!registered && { ref: focusOnMount })}
      />
      <PasswordField
        {...fields.getInputProps('password')}
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...(registered && { ref: focusOnMount })}
      />
      <Link to={paths.forgotPassword} className={form.link}>
        {AUTH_TEXTS.signIn.forgot}
      </Link>
      <FormAlert>{error}</FormAlert>
      <SlowHint isPending={isBusy} />
      <ActionButton
        type="submit"
        color="orange"
        fullWidth
        disabled={!fields.isValid()}
        isBusy={isBusy}
      >
        Sign In
      </ActionButton>
    </form>
  );
}
