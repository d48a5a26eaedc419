import { TextInput } from '@mantine/core';
import { GENDERS } from '@moneytrail/contract';
import type { FormFields } from '../../../ui/form/use-request-form.ts';
import { BirthDateField } from './BirthDateField.tsx';
import { Choice } from './Choice.tsx';
import { type RegistrationFields, USER_TYPES } from './registration.ts';

type Props = { fields: FormFields<RegistrationFields>; isInvited: boolean };

const GENDER_CHOICES = GENDERS.map((gender) => ({ value: gender, label: gender }));

/** What else is asked of a person; who was invited has their type from the invitation. */
export function AboutFields({ fields, isInvited }: Props) {
  const { getInputProps, values } = fields;
  return (
    <>
      <TextInput
        {...getInputProps('tradingViewUsername')}
        label="TradingView username (optional)"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={80}
      />
      <BirthDateField {...getInputProps('dateOfBirth')} value={values.dateOfBirth} />
      <Choice
        {...getInputProps('gender')}
        value={values.gender}
        label="Gender"
        data={GENDER_CHOICES}
      />
      {!isInvited && (
        <Choice
          {...getInputProps('userType')}
          value={values.userType}
          label="Account type"
          data={USER_TYPES}
        />
      )}
    </>
  );
}
