import { Button } from '@mantine/core';
import { correctPhone, type RequestOf } from '@moneytrail/contract';
import { useState } from 'react';
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
import { AUTH_TEXTS } from './texts.ts';

const TEXTS = AUTH_TEXTS.standing.phone;

type Props = {
  username: string;
  /** The last digits of the number that codes will go to. */
  ending: string;
};

/** Names the number of an account that awaits approval, and corrects it. */
export function CorrectPhone({ username, ending }: Props) {
  const [corrected, setCorrected] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const onDone = (newEnding: string) => {
    setCorrected(newEnding);
    setOpen(false);
  };
  return (
    <>
      <p role="status">
        {corrected !== null && `${TEXTS.saved} `}
        {TEXTS.number} {corrected ?? ending}.
      </p>
      {isOpen ? (
        <CorrectionForm username={username} onDone={onDone} onCancel={() => setOpen(false)} />
      ) : (
        <button type="button" className={form.link} onClick={() => setOpen(true)}>
          {TEXTS.correct}
        </button>
      )}
    </>
  );
}

type FormProps = {
  username: string;
  onDone: (ending: string) => void;
  onCancel: () => void;
};

function CorrectionForm({ username, onDone, onCancel }: FormProps) {
  const fields = useRequestForm({
    endpoint: correctPhone,
    initialValues: { phoneCountry: 'ZA', phone: '', password: '' },
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
