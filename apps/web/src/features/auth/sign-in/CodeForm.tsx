import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { CODE_LENGTH, CodeInput } from '../../../ui/form/CodeInput.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { ResendLink } from '../../../ui/form/ResendLink.tsx';
import { AUTH_TEXTS } from '../texts.ts';
import classes from './CodeForm.module.css';
import type { SignIn, SignInStep } from './use-sign-in.ts';

type Props = { signIn: SignIn; step: Extract<SignInStep, { kind: 'code' }> };

/** The second step: the code from the phone, or the one from the e-mail. */
export function CodeForm({ signIn, step }: Props) {
  const [code, setCode] = useState('');
  const texts = AUTH_TEXTS.signIn;
  const isSms = step.mode === 'sms';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === CODE_LENGTH && !signIn.isBusy) void signIn.submitCode(code);
  };
  return (
    <form className={`${form.fields} ${classes.form}`} onSubmit={submit}>
      {isSms && <p>{texts.codeSentence}</p>}
      <CodeInput
        key={step.mode}
        label={isSms ? 'Code' : texts.recoveryLabel}
        value={code}
        onChange={setCode}
        isNumeric={isSms}
      />
      <ResendLink
        availableAtMs={step.sendAgainAtMs}
        now={serverClock.now}
        isBusy={signIn.isSending}
        onResend={() => void signIn.resend()}
      />
      {isSms && (
        <button
          type="button"
          className={form.link}
          disabled={signIn.isSending}
          onClick={() => {
            setCode('');
            void signIn.askForRecovery();
          }}
        >
          {texts.recoveryLink}
        </button>
      )}
      {signIn.error && (
        <div className={classes.alert}>
          <FormAlert>{signIn.error}</FormAlert>
        </div>
      )}
      <Button
        type="submit"
        color="orange"
        fullWidth
        disabled={code.length !== CODE_LENGTH}
        loading={signIn.isBusy}
      >
        Sign In
      </Button>
    </form>
  );
}
