import { TextInput } from '@mantine/core';
import { focusOnMount } from '../../../lib/focus-on-mount.ts';
import type { Form } from '../../../lib/use-form.ts';
import { PasswordChecklist } from '../../../ui/form/PasswordChecklist.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import classes from './RegisterForm.module.css';
import type { RegistrationFields } from './registration.ts';

type Props = { form: Form<RegistrationFields> };

const REQUIRED = { required: true, withAsterisk: false } as const;

/** Who somebody is, and the password they choose. */
export function NameFields({ form }: Props) {
  const { field, values } = form;
  return (
    <>
      <TextInput
        {...field('firstName')}
        {...REQUIRED}
        label="First name"
        ref={focusOnMount}
        autoComplete="given-name"
        maxLength={80}
      />
      <TextInput
        {...field('lastName')}
        {...REQUIRED}
        label="Last name"
        autoComplete="family-name"
        maxLength={80}
      />
      <TextInput
        {...field('email')}
        {...REQUIRED}
        className={classes.whole ?? ''}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField
        {...field('password')}
        {...REQUIRED}
        label="Password"
        autoComplete="new-password"
      />
      <PasswordField
        {...field('confirmation')}
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
