import { TextInput } from '@mantine/core';
import { GENDERS } from '@moneytrail/contract';
import { afterPress } from '../../../lib/after-press.ts';
import type { Form } from '../../../lib/use-form.ts';
import { BirthDateField } from './BirthDateField.tsx';
import { Choice } from './Choice.tsx';
import { type RegistrationFields, USER_TYPES } from './registration.ts';

type Props = { form: Form<RegistrationFields>; isInvited: boolean };

const GENDER_CHOICES = GENDERS.map((gender) => ({ value: gender, label: gender }));

/** What else is asked of a person; who was invited has their type from the invitation. */
export function AboutFields({ form, isInvited }: Props) {
  const { field, values, errorOf, set, touch } = form;
  return (
    <>
      <TextInput
        {...field('tradingViewUsername')}
        label="TradingView username (optional)"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={80}
      />
      <BirthDateField
        value={values.dateOfBirth}
        error={errorOf('dateOfBirth')}
        onChange={(day) => set('dateOfBirth', day)}
        onBlur={() => touch('dateOfBirth')}
      />
      <Choice
        label="Gender"
        data={GENDER_CHOICES}
        value={values.gender}
        error={errorOf('gender')}
        onChange={(gender) => set('gender', gender)}
        onBlur={() => afterPress(() => touch('gender'))}
      />
      {!isInvited && (
        <Choice
          label="Account type"
          data={USER_TYPES}
          value={values.userType}
          error={errorOf('userType')}
          onChange={(userType) => set('userType', userType)}
          onBlur={() => afterPress(() => touch('userType'))}
        />
      )}
    </>
  );
}
