import { Button } from '@mantine/core';
import type { Account } from '@moneytrail/contract';
import type { FormEvent } from 'react';
import { nationalNumber, phoneProblem } from '../../../lib/phone-number.ts';
import { useForm } from '../../../lib/use-form.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { PhoneFields } from '../../../ui/form/PhoneFields.tsx';
import { ACCOUNT_TEXTS } from '../texts.ts';

type Props = {
  user: Account;
  isBusy: boolean;
  error: string | null;
  onSave: (phone: string, country: string) => void;
};

/** Country and number, as its country writes it. */
export function ContactForm({ user, isBusy, error, onSave }: Props) {
  const fields = useForm(
    {
      phoneCountry: user.phoneCountry,
      phone: user.phoneE164 === null ? '' : nationalNumber(user.phoneE164),
    },
    { phone: (phone, { phoneCountry }) => phoneProblem(phone, phoneCountry) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.isValid) onSave(fields.values.phone, fields.values.phoneCountry);
  };
  return (
    <form className={form.fields} onSubmit={submit} noValidate>
      <PhoneFields form={fields} />
      <FormAlert>{error}</FormAlert>
      <div className={form.actions}>
        <Button type="submit" color="orange" disabled={!fields.isValid} loading={isBusy}>
          {ACCOUNT_TEXTS.contact.save}
        </Button>
      </div>
    </form>
  );
}
