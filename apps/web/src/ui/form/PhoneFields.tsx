import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { LazyPart, lazyPart } from '../LazyPart.tsx';
import classes from './PhoneFields.module.css';
import { FORM_TEXTS } from './texts.ts';
import type { FormFields } from './use-request-form.ts';

/** The list of countries comes with the phone library, which is large: the form does not wait for it. */
const countrySelect = lazyPart(async () => (await import('./CountrySelect.tsx')).CountrySelect);

type Props = { fields: FormFields<{ phoneCountry: string; phone: string }> };

export function PhoneFields({ fields }: Props) {
  const [isFixed, setFixed] = useState(false);
  const chooseCountry = (code: string) => {
    fields.setFieldValue('phoneCountry', code);
    // A number may be valid in one country only.
    if (fields.values.phone !== '') fields.validateField('phone');
  };
  const country = fields.values.phoneCountry;
  const fixedCountry = (
    <TextInput
      label={FORM_TEXTS.country}
      className={classes.country ?? ''}
      value={country}
      readOnly
    />
  );
  return (
    <div className={classes.row}>
      {isFixed ? (
        fixedCountry
      ) : (
        <LazyPart
          part={countrySelect}
          props={{ value: country, onChange: chooseCountry }}
          fallback={fixedCountry}
          onGiveUp={() => setFixed(true)}
        />
      )}
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
