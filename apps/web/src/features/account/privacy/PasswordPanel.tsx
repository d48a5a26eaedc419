import { Button } from '@mantine/core';
import { type Account, changePassword } from '@moneytrail/contract';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { call } from '../../../api/call.ts';
import { confirmationProblem, newPasswordProblem } from '../../../lib/account-rules.ts';
import { FIELD_TEXTS } from '../../../lib/field-texts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../stores/toasts.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { NewPasswordFields } from '../../../ui/form/NewPasswordFields.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { useChange } from '../use-change.ts';

type Props = { user: Account };

const TEXTS = ACCOUNT_TEXTS.password;
const EMPTY = { existing: '', password: '', confirmation: '' };

/** Changes the password by the existing one; the other sessions end with it. */
export function PasswordPanel({ user }: Props) {
  const { change, isBusy, error } = useChange();
  const passwords = useForm(EMPTY, {
    existing: (existing) => newPasswordProblem(existing),
    password: (password, { existing }) =>
      password !== '' && password === existing
        ? FIELD_TEXTS.samePassword
        : newPasswordProblem(password, user.username),
    confirmation: (text, { password }) => confirmationProblem(text, password),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!passwords.isValid) return;
    const { existing: currentPassword, password: newPassword } = passwords.values;
    void change(async () => {
      const body = { currentPassword, newPassword };
      await call(changePassword, { params: { id: user._id }, body });
      passwords.clear();
      showToast({ kind: 'success', text: ACCOUNT_TEXTS.updated });
    });
  };
  return (
    <form className={form.fields} onSubmit={submit} noValidate>
      <PasswordField
        {...passwords.field('existing')}
        label={TEXTS.existing}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <Link to={paths.forgotPassword} className={form.link}>
        {TEXTS.forgot}
      </Link>
      <NewPasswordFields
        form={passwords}
        labels={{ password: TEXTS.next, confirmation: TEXTS.confirmation }}
        email={user.username}
      />
      <FormAlert>{error}</FormAlert>
      <div className={form.actions}>
        <Button type="submit" color="orange" disabled={!passwords.isValid} loading={isBusy}>
          {TEXTS.submit}
        </Button>
      </div>
    </form>
  );
}
