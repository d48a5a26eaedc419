import { Button } from '@mantine/core';
import { correctPhone, type RequestOf } from '@moneytrail/contract';
import { serverMessage } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { deviceId } from '../../api/session/device.ts';
import { useFormRequest } from '../../api/use-form-request.ts';
import { phoneProblem } from '../../lib/phone-number.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import form from '../../ui/form/form.module.css';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { PhoneFields } from '../../ui/form/PhoneFields.tsx';
import { useRequestForm } from '../../ui/form/use-request-form.ts';
import { withAdvice } from './no-answer.ts';
import { registrationDraft } from './register/registration-draft.ts';
import { AUTH_TEXTS } from './texts.ts';

const TEXTS = AUTH_TEXTS.standing.phone;

const DEFAULT_COUNTRY = 'ZA';

/** The country that the person chose in this tab; the server tells no more of a number than its end. */
function countryOf(username: string): string {
  const account = registrationDraft.registered();
  return account?.email === username ? account.phoneCountry : DEFAULT_COUNTRY;
}

type Props = {
  username: string;
  onDone: (ending: string) => void;
  onCancel: () => void;
};

/** Corrects the number of an account that awaits approval, with its password. */
export function CorrectPhoneForm({ username, onDone, onCancel }: Props) {
  const fields = useRequestForm({
    endpoint: correctPhone,
    initialValues: { phoneCountry: countryOf(username), phone: '', password: '' },
    toBody: (values) => ({ ...values, username, deviceId: deviceId() }),
    rules: ({ phone, phoneCountry }) => ({ phone: phoneProblem(phone, phoneCountry) }),
  });
  const { submit, isPending, error } = useFormRequest(fields, {
    send: (body: RequestOf<typeof correctPhone>['body']) => request(correctPhone, { body }),
    onDone: ({ phoneEnding }) => onDone(phoneEnding),
    textOf: (failure) => serverMessage(failure) ?? withAdvice(TEXTS.failed, failure),
  });
  return (
    <form className={form.fields} onSubmit={fields.onSubmit(submit)} noValidate>
      <PhoneFields fields={fields} />
      <PasswordField
        {...fields.getInputProps('password')}
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <FormAlert>{error}</FormAlert>
      <div className={form.actions}>
        <ActionButton type="submit" disabled={!fields.isValid()} isBusy={isPending}>
          {TEXTS.save}
        </ActionButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
