import { type FormEvent, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { CODE_LENGTH, CodeInput } from '../../../ui/form/CodeInput.tsx';
import { DemoHint } from '../../../ui/form/DemoHint.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { ResendLink } from '../../../ui/form/ResendLink.tsx';
import { SlowHint } from '../../../ui/form/SlowHint.tsx';
import { AUTH_TEXTS } from '../texts.ts';
import classes from './CodeForm.module.css';
import type { SignIn, SignInStep } from './use-sign-in.ts';

type Props = { signIn: SignIn; step: Extract<SignInStep, { kind: 'code' }> };

/** The second step: the code from the phone or the mail. */
export function CodeForm({ signIn, step }: Props) {
  const [typed, setTyped] = useState('');
  const { code } = signIn;
  const texts = AUTH_TEXTS.signIn;
  const isSms = step.mode === 'sms';
  const sentences = {
    sent: texts.codeSentence,
    'still-good': texts.codeStillGood,
    elsewhere: texts.codeElsewhere[code.codeWasFor ?? 'unknown'],
  };
  const sentence = code.outcome && sentences[code.outcome];
  const isComplete = typed.length === CODE_LENGTH;
  const enter = (whole: string) => {
    if (!signIn.isBusy) signIn.submitCode(whole);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) enter(typed);
  };
  return (
    <form className={`${form.fields} ${classes.form}`} onSubmit={submit}>
      {isSms && <p>{code.isPending ? texts.codeSending : sentence}</p>}
      {isSms && code.phoneEnding && (
        <p className={form.hint}>
          {texts.codeNumber} {code.phoneEnding}.
        </p>
      )}
      <DemoHint />
      <CodeInput
        key={step.mode}
        label={isSms ? 'Code' : texts.recoveryLabel}
        value={typed}
        onChange={setTyped}
        onComplete={enter}
        isRefused={signIn.error !== null}
        isNumeric={isSms}
      />
      <ResendLink
        availableAtMs={code.availableAtMs}
        now={serverClock.now}
        isBusy={code.isPending}
        onResend={() => signIn.sendCode(step.mode)}
      />
      {isSms && (
        <button
          type="button"
          className={form.link}
          disabled={code.isPending}
          onClick={() => {
            setTyped('');
            signIn.sendCode('recovery');
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
      <SlowHint isPending={signIn.isBusy || code.isPending} />
      <ActionButton
        type="submit"
        color="orange"
        fullWidth
        disabled={!isComplete}
        isBusy={signIn.isBusy}
      >
        Sign In
      </ActionButton>
    </form>
  );
}
