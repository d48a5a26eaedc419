import { Button } from '@mantine/core';
import { register } from '@moneytrail/contract';
import type { FormEvent } from 'react';
import { send } from '../../../api/send.ts';
import { FIELD_TEXTS } from '../../../lib/field-texts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { paths } from '../../../paths.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { PhoneFields } from '../../../ui/form/PhoneFields.tsx';
import { AUTH_TEXTS } from '../texts.ts';
import { useSubmit } from '../use-submit.ts';
import { AboutFields } from './AboutFields.tsx';
import { NameFields } from './NameFields.tsx';
import classes from './RegisterForm.module.css';
import { emptyRegistration, REGISTRATION_RULES, registrationBody } from './registration.ts';
import { registrationFailureText } from './registration-failure.ts';

type Props = {
  invite: string | null;
  onRegistered: (outcome: { isPending: boolean }) => void;
};

/** Every field of an account; the button waits until all are right. */
export function RegisterForm({ invite, onRegistered }: Props) {
  const form = useForm(emptyRegistration(invite !== null), REGISTRATION_RULES);
  const { submit, isBusy, error, setError } = useSubmit(registrationFailureText);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (form.values.password !== form.values.confirmation) {
      return setError(FIELD_TEXTS.mismatch);
    }
    if (!form.isValid) return;
    void submit(async () => {
      onRegistered(await send(register, { body: registrationBody(form.values, invite) }));
    });
  };
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {invite !== null && <p className={classes.invited}>{AUTH_TEXTS.register.invited}</p>}
      <NameFields form={form} />
      <AboutFields form={form} isInvited={invite !== null} />
      <div className={classes.whole}>
        <PhoneFields form={form} />
      </div>
      <p className={classes.terms}>
        By registering you accept the{' '}
        <a href={paths.termsOfService} target="_blank" rel="noreferrer">
          Terms of Service
        </a>{' '}
        and the{' '}
        <a href={paths.privacyPolicy} target="_blank" rel="noreferrer">
          Privacy Policy
        </a>
        .
      </p>
      <div className={classes.whole}>
        <FormAlert>{error}</FormAlert>
      </div>
      <Button
        type="submit"
        color="orange"
        className={classes.whole ?? ''}
        disabled={!form.isValid}
        loading={isBusy}
      >
        Sign Up
      </Button>
    </form>
  );
}
