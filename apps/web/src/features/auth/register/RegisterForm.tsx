import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { GENDERS, type RequestOf, register } from '@moneytrail/contract';
import { type FocusEvent, type ReactNode, useEffect, useId, useSyncExternalStore } from 'react';
import { serverMessage } from '../../../api/api-error.ts';
import { request } from '../../../api/request.ts';
import { useFormRequest } from '../../../api/use-form-request.ts';
import {
  confirmationProblem,
  FIELD_TEXTS,
  newPasswordProblem,
} from '../../../lib/account-rules.ts';
import { loadPhoneRules, phoneRules } from '../../../lib/phone-rules.ts';
import { paths } from '../../../paths.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { PasswordChecklist } from '../../../ui/form/NewPasswordFields.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { PhoneFields } from '../../../ui/form/PhoneFields.tsx';
import { SlowHint } from '../../../ui/form/SlowHint.tsx';
import { type FormFields, useRequestForm } from '../../../ui/form/use-request-form.ts';
import { useCommonPasswords } from '../../../ui/hooks/use-common-passwords.ts';
import { withAdvice } from '../no-answer.ts';
import { AUTH_TEXTS } from '../texts.ts';
import { BirthDateField } from './BirthDateField.tsx';
import { birthDateProblem } from './birth-date.ts';
import { neededText } from './needed-text.ts';
import classes from './RegisterForm.module.css';
import { registrationDraft } from './registration-draft.ts';

/** Empty strings mean that nothing is chosen. */
function emptyRegistration() {
  return {
    firstName: '',
    lastName: '',
    email: '',
    password: '',
    confirmation: '',
    tradingViewUsername: '',
    /** `YYYY-MM-DD` */
    dateOfBirth: '',
    gender: '',
    userType: '',
    phoneCountry: 'ZA',
    phone: '',
  };
}

type RegistrationFields = ReturnType<typeof emptyRegistration>;

/** The fields as left before in this tab. Invited people register commercial accounts. */
function firstFields(isInvited: boolean): RegistrationFields {
  const fields = registrationDraft.restore(emptyRegistration());
  return isInvited ? { ...fields, userType: 'commercial' } : fields;
}

/** Until the phone library has loaded, any number may be right. */
function phoneProblem({ phone, phoneCountry }: RegistrationFields): string | null {
  if (phone.trim() === '') return FIELD_TEXTS.phoneRequired;
  return phoneRules.get()?.(phone, phoneCountry) ?? null;
}

/** Rules beyond the contract's. */
function registrationRules(fields: RegistrationFields) {
  return {
    password: newPasswordProblem(fields.password, fields.email),
    confirmation: confirmationProblem(fields.confirmation, fields.password),
    dateOfBirth: birthDateProblem(fields.dateOfBirth, Date.now()),
    userType: fields.userType === '' ? FIELD_TEXTS.required : null,
    phone: phoneProblem(fields),
  };
}

const USER_TYPES = [
  { value: 'retail', label: 'Retail' },
  { value: 'commercial', label: 'Commercial' },
] as const;

function registrationBody(
  { confirmation: _, tradingViewUsername, ...others }: RegistrationFields,
  invite: string | null,
) {
  return { ...others, tradingViewUsername: tradingViewUsername.trim() || null, invite };
}

export type Registered = { email: string; isPending: boolean; phoneEnding: string };

/** The last three digits, like the server's `phoneEnding`. */
function endingOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').slice(-3);
}

type Props = { invite: string | null; onRegistered: (outcome: Registered) => void };

/** The button stays disabled until every field is valid; a sentence says what is missing. */
export function RegisterForm({ invite, onRegistered }: Props) {
  const fields = useRequestForm({
    endpoint: register,
    initialValues: firstFields(invite !== null),
    toBody: (values) => registrationBody(values, invite),
    rules: registrationRules,
    onValuesChange: registrationDraft.keep,
  });
  useCommonPasswords(fields.values.password);
  usePhoneRules();
  const neededId = useId();
  const needed = neededText(fields.values, fields.isValid);
  const { submit, isPending, error } = useFormRequest(fields, {
    send: (body: RequestOf<typeof register>['body']) => request(register, { body }),
    onDone: ({ isPending: isAwaitingApproval }, { email, phone, phoneCountry }) => {
      registrationDraft.complete({ email, phoneCountry });
      onRegistered({ email, isPending: isAwaitingApproval, phoneEnding: endingOf(phone) });
    },
    textOf: (failure) =>
      serverMessage(failure) ?? withAdvice(AUTH_TEXTS.register.noMessage, failure),
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
        <SlowHint isPending={isPending} />
      </div>
      <ActionButton
        type="submit"
        color="orange"
        className={classes.whole ?? ''}
        disabled={!fields.isValid()}
        isBusy={isPending}
        aria-describedby={needed === null ? undefined : neededId}
      >
        Sign Up
      </ActionButton>
      <p id={neededId} className={classes.terms} hidden={needed === null}>
        {needed}
      </p>
    </form>
  );
}

/** Loads the phone rules after the form, and checks the number once they have arrived. */
function usePhoneRules(): void {
  useSyncExternalStore(phoneRules.subscribe, phoneRules.get);
  useEffect(() => void loadPhoneRules(), []);
}

type NameFieldsProps = { fields: FormFields<RegistrationFields> };

const REQUIRED = { required: true, withAsterisk: false } as const;

function NameFields({ fields }: NameFieldsProps) {
  const { getInputProps, values } = fields;
  return (
    <>
      <TextInput
        {...getInputProps('firstName')}
        {...REQUIRED}
        label="First name"
        ref={focusOnMount}
        autoComplete="given-name"
        maxLength={80}
      />
      <TextInput
        {...getInputProps('lastName')}
        {...REQUIRED}
        label="Last name"
        autoComplete="family-name"
        maxLength={80}
      />
      <TextInput
        {...getInputProps('email')}
        {...REQUIRED}
        className={classes.whole ?? ''}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField
        {...getInputProps('password')}
        {...REQUIRED}
        label="Password"
        autoComplete="new-password"
      />
      <PasswordField
        {...getInputProps('confirmation')}
        {...REQUIRED}
        label="Confirm password"
        autoComplete="new-password"
      />
      <div className={classes.whole}>
        <PasswordChecklist password={values.password} email={values.email || undefined} />
      </div>
    </>
  );
}

type AboutFieldsProps = { fields: FormFields<RegistrationFields>; isInvited: boolean };

const GENDER_CHOICES = GENDERS.map((gender) => ({ value: gender, label: gender }));

/** The invite decides the account type. */
function AboutFields({ fields, isInvited }: AboutFieldsProps) {
  const { getInputProps, values } = fields;
  return (
    <>
      <TextInput
        {...getInputProps('tradingViewUsername')}
        label="TradingView username (optional)"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={80}
      />
      <BirthDateField {...getInputProps('dateOfBirth')} value={values.dateOfBirth} />
      <Choice
        {...getInputProps('gender')}
        value={values.gender}
        label="Gender"
        data={GENDER_CHOICES}
      />
      {!isInvited && (
        <Choice
          {...getInputProps('userType')}
          value={values.userType}
          label="Account type"
          data={USER_TYPES}
        />
      )}
    </>
  );
}

type ChoiceProps = {
  label: string;
  data: readonly { value: string; label: string }[];
  /** Empty if nothing is chosen. */
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  /** The focus has left the whole control. */
  onBlur?: (() => void) | undefined;
  'data-path'?: string;
};

/** Segmented control without a preselected value. */
function Choice({ label, data, value, error, onChange, onBlur, ...field }: ChoiceProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
  };
  return (
    <div data-path={field['data-path']}>
      <Input.Label component="span" id={id}>
        {label}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        aria-describedby={error ? errorId : undefined}
        fullWidth
        classNames={{
          root: classes.track ?? '',
          indicator: classes.thumb ?? '',
          label: classes.label ?? '',
        }}
        data={[...data]}
        value={value}
        onChange={onChange}
        onBlur={leave}
      />
      {error && (
        <Input.Error id={errorId} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
