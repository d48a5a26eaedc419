import { TextInput } from '@mantine/core';
import { CountrySelect } from './CountrySelect.tsx';
import classes from './PhoneFields.module.css';
import { FORM_TEXTS } from './texts.ts';
import type { FormFields } from './use-request-form.ts';

type Props = { fields: FormFields<{ phoneCountry: string; phone: string }> };

/** A phone number and the country it belongs to. */
export function PhoneFields({ fields }: Props) {
  const chooseCountry = (code: string) => {
    fields.setFieldValue('phoneCountry', code);
    // The number may be right in one country and wrong in another.
    if (fields.values.phone !== '') fields.validateField('phone');
  };
  return (
    <div className={classes.row}>
      <CountrySelect value={fields.values.phoneCountry} onChange={chooseCountry} />
      <TextInput
        {...fields.getInputProps('phone')}
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
