import { TextInput } from '@mantine/core';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { PasswordChecklist } from '../../../ui/form/PasswordChecklist.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import type { FormFields } from '../../../ui/form/use-request-form.ts';
import classes from './RegisterForm.module.css';
import type { RegistrationFields } from './registration.ts';

type Props = { fields: FormFields<RegistrationFields> };

const REQUIRED = { required: true, withAsterisk: false } as const;

/** Who somebody is, and the password they choose. */
export function NameFields({ fields }: Props) {
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
