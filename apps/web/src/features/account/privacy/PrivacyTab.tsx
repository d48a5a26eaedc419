import { Accordion } from '@mantine/core';
import {
  type Account,
  changePassword,
  passwordProblems,
  type RequestOf,
} from '@moneytrail/contract';
import { Link } from '@tanstack/react-router';
import { authorizedRequest } from '../../../api/session/session.ts';
import {
  confirmationProblem,
  FIELD_TEXTS,
  newPasswordProblem,
} from '../../../lib/account-rules.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { NewPasswordFields } from '../../../ui/form/NewPasswordFields.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { useRequestForm } from '../../../ui/form/use-request-form.ts';
import { useCommonPasswords } from '../../../ui/hooks/use-common-passwords.ts';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { useAccountChange } from '../use-account-change.ts';
import { ContactPanel } from './ContactPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

type Props = { user: Account };

const PANELS = [
  { value: 'contact', title: ACCOUNT_TEXTS.contact.title, Panel: ContactPanel },
  { value: 'password', title: ACCOUNT_TEXTS.password.title, Panel: PasswordPanel },
  { value: 'sessions', title: ACCOUNT_TEXTS.sessions.title, Panel: SessionsPanel },
] as const;

export function PrivacyTab({ user }: Props) {
  return (
    <Accordion
      defaultValue="contact"
      variant="separated"
      radius="md"
      keepMounted={false}
      chevronSize={16}
      order={3}
    >
      {PANELS.map(({ value, title, Panel }) => (
        <Accordion.Item key={value} value={value}>
          <Accordion.Control>{title}</Accordion.Control>
          <Accordion.Panel>
            <Panel user={user} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

const TEXTS = ACCOUNT_TEXTS.password;
const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' };

function passwordRules(
  { currentPassword, newPassword, confirmation }: typeof EMPTY,
  username: string,
) {
  const isSame = newPassword !== '' && newPassword === currentPassword;
  return {
    currentPassword: passwordProblems(currentPassword)[0] ?? null,
    newPassword: isSame ? FIELD_TEXTS.samePassword : newPasswordProblem(newPassword, username),
    confirmation: confirmationProblem(confirmation, newPassword),
  };
}

/** Changing the password ends all other sessions. */
function PasswordPanel({ user }: Props) {
  const fields = useRequestForm({
    endpoint: changePassword,
    initialValues: EMPTY,
    toBody: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
    rules: (values) => passwordRules(values, user.username),
  });
  useCommonPasswords(fields.values.newPassword);
  const { submit, isPending, error } = useAccountChange(fields, {
    send: (body: RequestOf<typeof changePassword>['body']) =>
      authorizedRequest(changePassword, { params: { id: user._id }, body }),
    onDone: () => {
      fields.reset();
      showToast({ kind: 'success', text: ACCOUNT_TEXTS.updated });
    },
  });
  return (
    <form className={form.fields} onSubmit={fields.onSubmit(submit)} noValidate>
      <PasswordField
        {...fields.getInputProps('currentPassword')}
        label={TEXTS.existing}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <Link to={paths.forgotPassword} className={form.link}>
        {TEXTS.forgot}
      </Link>
      <NewPasswordFields
        fields={fields}
        labels={{ password: TEXTS.next, confirmation: TEXTS.confirmation }}
        email={user.username}
      />
      <FormAlert>{error}</FormAlert>
      <div className={form.actions}>
        <ActionButton type="submit" color="orange" disabled={!fields.isValid()} isBusy={isPending}>
          {TEXTS.submit}
        </ActionButton>
      </div>
    </form>
  );
}
