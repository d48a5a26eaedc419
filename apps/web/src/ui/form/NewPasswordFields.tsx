import { IconCheck, IconCircle } from '@tabler/icons-react';
import { newPasswordProblems } from '../../lib/account-rules.ts';
import { focusOnMount } from '../focus-on-mount.ts';
import { useCommonPasswords } from '../hooks/use-common-passwords.ts';
import classes from './NewPasswordFields.module.css';
import { PasswordField } from './PasswordField.tsx';
import type { FormFields } from './use-request-form.ts';

type Props = {
  fields: FormFields<{ newPassword: string; confirmation: string }>;
  labels: { password: string; confirmation: string };
  /** Must not occur in the password. */
  email?: string | undefined;
  isDisabled?: boolean;
  /** Takes the focus when it appears. */
  isFirst?: boolean;
};

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

type PasswordChecklistProps = { password: string; email?: string | undefined };

const COMMON = 'This password is too common. Please choose another one.';

/** Labels of the rules, by the contract's messages. */
const RULES = [
  ['Password must be at least 6 characters long', 'At least 6 characters'],
  ['Requires at least 1 uppercase letter', 'At least 1 uppercase letter'],
  ['Requires at least 1 lowercase letter', 'At least 1 lowercase letter'],
  ['Requires at least 1 digit', 'At least 1 digit'],
  ['Requires at least 1 special character', 'At least 1 special character'],
  [COMMON, 'Not a common password'],
] as const;

/** Marks each rule as soon as it is met. */
export function PasswordChecklist({ password, email }: PasswordChecklistProps) {
  const isListLoaded = useCommonPasswords(password) !== null;
  const problems = newPasswordProblems(password, email);
  const isEmpty = password === '';
  return (
    <ul className={classes.list} aria-label="Password rules">
      {RULES.map(([message, rule]) => {
        const isKnown = message !== COMMON || isListLoaded;
        const isKept = !isEmpty && isKnown && !problems.includes(message);
        const Icon = isKept ? IconCheck : IconCircle;
        return (
          <li key={message} className={classes.rule} data-kept={isKept || undefined}>
            <Icon size={14} stroke={isKept ? 2.5 : 1.75} aria-hidden="true" />
            {rule}
            <span className="visually-hidden">{isKept ? ': met' : ': not met yet'}</span>
          </li>
        );
      })}
    </ul>
  );
}
