import { TextInput } from '@mantine/core';
import type { Form } from '../../lib/use-form.ts';
import { CountrySelect } from './CountrySelect.tsx';
import classes from './PhoneFields.module.css';
import { FORM_TEXTS } from './texts.ts';

type Phone = { phoneCountry: string; phone: string };

type Props<Values extends Phone> = { form: Form<Values> };

/** A phone number and the country it belongs to. */
export function PhoneFields<Values extends Phone>({ form }: Props<Values>) {
  return (
    <div className={classes.row}>
      <CountrySelect
        value={form.values.phoneCountry}
        onChange={(code) => form.set('phoneCountry', code as Values['phoneCountry'])}
      />
      <TextInput
        {...form.field('phone')}
        className={classes.phone ?? ''}
        label={FORM_TEXTS.phone}
        type="tel"
        autoComplete="tel-national"
        required
        withAsterisk={false}
        maxLength={40}
      />
    </div>
  );
}
