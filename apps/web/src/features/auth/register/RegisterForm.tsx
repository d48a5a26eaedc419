import { type RequestOf, register } from '@moneytrail/contract';
import { serverMessage } from '../../../api/api-error.ts';
import { request } from '../../../api/request.ts';
import { useFormRequest } from '../../../api/use-form-request.ts';
import { paths } from '../../../paths.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { PhoneFields } from '../../../ui/form/PhoneFields.tsx';
import { useRequestForm } from '../../../ui/form/use-request-form.ts';
import { AUTH_TEXTS } from '../texts.ts';
import { AboutFields } from './AboutFields.tsx';
import { NameFields } from './NameFields.tsx';
import classes from './RegisterForm.module.css';
import { emptyRegistration, registrationBody, registrationRules } from './registration.ts';

type Props = {
  invite: string | null;
  onRegistered: (outcome: { isPending: boolean }) => void;
};

/** Every field of an account; the button waits until all are right. */
export function RegisterForm({ invite, onRegistered }: Props) {
  const fields = useRequestForm({
    endpoint: register,
    initialValues: emptyRegistration(invite !== null),
    toBody: (values) => registrationBody(values, invite),
    rules: registrationRules,
  });
  const { submit, isPending, error } = useFormRequest(fields, {
    send: (body: RequestOf<typeof register>['body']) => request(register, { body }),
    onDone: onRegistered,
    textOf: (failure) => serverMessage(failure) ?? AUTH_TEXTS.register.noMessage,
  });
  return (
    <form className={classes.form} onSubmit={fields.onSubmit(submit)} noValidate>
      {invite !== null && <p className={classes.invited}>{AUTH_TEXTS.register.invited}</p>}
      <NameFields fields={fields} />
      <AboutFields fields={fields} isInvited={invite !== null} />
      <div className={classes.whole}>
        <PhoneFields fields={fields} />
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
      <ActionButton
        type="submit"
        color="orange"
        className={classes.whole ?? ''}
        disabled={!fields.isValid()}
        isBusy={isPending}
      >
        Sign Up
      </ActionButton>
    </form>
  );
}
