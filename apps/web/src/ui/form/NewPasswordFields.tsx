import { focusOnMount } from '../../lib/focus-on-mount.ts';
import type { Form } from '../../lib/use-form.ts';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import { PasswordField } from './PasswordField.tsx';

type Passwords = { password: string; confirmation: string };

type Props<Values extends Passwords> = {
  form: Form<Values>;
  labels: { password: string; confirmation: string };
  /** May not stand in the password. */
  email?: string | undefined;
  isDisabled?: boolean;
  /** Takes the focus when it appears. */
  isFirst?: boolean;
};

/** A new password, its rules, and the same once more. */
export function NewPasswordFields<Values extends Passwords>(props: Props<Values>) {
  const { form, labels, email, isDisabled = false, isFirst = false } = props;
  const common = {
    autoComplete: 'new-password',
    required: true,
    withAsterisk: false,
    disabled: isDisabled,
  } as const;
  return (
    <>
      <PasswordField
        {...form.field('password')}
        {...common}
        label={labels.password}
        ref={isFirst ? focusOnMount : null}
      />
      <PasswordChecklist password={form.values.password} email={email} />
      <PasswordField {...form.field('confirmation')} {...common} label={labels.confirmation} />
    </>
  );
}
