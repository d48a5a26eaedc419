import { focusOnMount } from '../focus-on-mount.ts';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import { PasswordField } from './PasswordField.tsx';
import type { FormFields } from './use-request-form.ts';

type Props = {
  fields: FormFields<{ newPassword: string; confirmation: string }>;
  labels: { password: string; confirmation: string };
  /** May not stand in the password. */
  email?: string | undefined;
  isDisabled?: boolean;
  /** Takes the focus when it appears. */
  isFirst?: boolean;
};

/** A new password, its rules, and the same once more. */
export function NewPasswordFields(props: Props) {
  const { fields, labels, email, isDisabled = false, isFirst = false } = props;
  const common = {
    autoComplete: 'new-password',
    required: true,
    withAsterisk: false,
    disabled: isDisabled,
  } as const;
  return (
    <>
      <PasswordField
        {...fields.getInputProps('newPassword')}
        {...common}
        label={labels.password}
        ref={isFirst ? focusOnMount : null}
      />
      <PasswordChecklist password={fields.values.newPassword} email={email} />
      <PasswordField
        {...fields.getInputProps('confirmation')}
        {...common}
        label={labels.confirmation}
      />
    </>
  );
}
