import { Button } from '@mantine/core';
import { type RequestOf, sendOtp, verifyOtp } from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { useCodeRequest } from '../../../api/use-code-request.ts';
import type { SendAnswer } from '../../../lib/resend-pause.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { CodeInput } from '../../../ui/form/CodeInput.tsx';
import { DemoHint } from '../../../ui/form/DemoHint.tsx';
import form from '../../../ui/form/form.module.css';
import { ResendLink } from '../../../ui/form/ResendLink.tsx';
import { useRequestForm } from '../../../ui/form/use-request-form.ts';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { useAccountChange } from '../use-account-change.ts';

type Props = {
  username: string;
  /** The new number, as it was typed. */
  phone: string;
  /** What saving the number answered of the code. */
  sent: SendAnswer;
  /** The number was confirmed, or given up: then the old one stays. */
  onClose: () => void;
};

/** The code that makes a new phone number one's own. */
export function PhoneCodeForm({ username, phone, sent, onClose }: Props) {
  const fields = useRequestForm({
    endpoint: verifyOtp,
    initialValues: { code: '' },
    toBody: ({ code }) => ({ username, code }),
  });
  const { submit, isPending, error } = useAccountChange(fields, {
    send: (body: RequestOf<typeof verifyOtp>['body']) => authorizedRequest(verifyOtp, { body }),
    onDone: () => {
      showToast({ kind: 'success', text: ACCOUNT_TEXTS.updated });
      onClose();
    },
  });
  const code = useCodeRequest(sent, {
    send: () => authorizedRequest(sendOtp, { body: { username } }),
  });
  const intro =
    code.outcome !== null && code.outcome !== 'sent'
      ? `A code was sent less than a minute ago. If it did not go to ${phone}, ask for another one below.`
      : `Enter the code we just sent to ${phone}.`;
  return (
    <form className={form.fields} onSubmit={fields.onSubmit(submit)}>
      <p>{intro} Until then codes go to your present number.</p>
      <DemoHint />
      <CodeInput
        {...fields.getInputProps('code')}
        value={fields.values.code}
        label="Code"
        isNumeric
        error={fields.errors.code ?? error}
      />
      <ResendLink
        availableAtMs={code.availableAtMs}
        now={serverClock.now}
        isBusy={code.isPending}
        onResend={() => code.request(undefined)}
      />
      <div className={form.actions}>
        <ActionButton type="submit" color="orange" disabled={!fields.isValid()} isBusy={isPending}>
          Confirm
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
