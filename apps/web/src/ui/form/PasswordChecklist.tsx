import { passwordProblems } from '@moneytrail/contract';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import classes from './PasswordChecklist.module.css';

type Props = { password: string; email?: string | undefined };

/** What every password is asked for, each under the message that its absence gives. */
const RULES = [
  ['Password must be at least 6 characters long', 'At least 6 characters'],
  ['Requires at least 1 uppercase letter', 'At least 1 uppercase letter'],
  ['Requires at least 1 lowercase letter', 'At least 1 lowercase letter'],
  ['Requires at least 1 digit', 'At least 1 digit'],
  ['Requires at least 1 special character', 'At least 1 special character'],
] as const;

/** The rules of a new password, each marked as soon as it is kept. */
export function PasswordChecklist({ password, email }: Props) {
  const problems = passwordProblems(password, email === undefined ? {} : { email });
  const isEmpty = password === '';
  return (
    <ul className={classes.list} aria-label="Password rules">
      {RULES.map(([message, rule]) => {
        const isKept = !isEmpty && !problems.includes(message);
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
