import { Button } from '@mantine/core';
import { sendOtp, verifyOtp } from '@moneytrail/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { toastFailure } from '../../../api/failure-toast.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { sendAgainAtMs } from '../../../lib/resend-pause.ts';
import { showToast } from '../../../stores/toasts.ts';
import { CODE_LENGTH, CodeInput } from '../../../ui/form/CodeInput.tsx';
import form from '../../../ui/form/form.module.css';
import { ResendLink } from '../../../ui/form/ResendLink.tsx';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { useChange } from '../use-change.ts';

type Props = {
  username: string;
  /** The new number, as it was typed. */
  phone: string;
  sendAgainAtMs: number;
  /** The number was confirmed, or given up: then the old one stays. */
  onClose: () => void;
};

/** The code that makes a new phone number one's own. */
export function PhoneCodeForm({ username, phone, sendAgainAtMs: firstAgainAtMs, onClose }: Props) {
  const [code, setCode] = useState('');
  const [againAtMs, setAgainAtMs] = useState(firstAgainAtMs);
  const { change, isBusy, error } = useChange();
  const isComplete = code.length === CODE_LENGTH;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    void change(async () => {
      await call(verifyOtp, { body: { username, code } });
      showToast({ kind: 'success', text: ACCOUNT_TEXTS.updated });
      onClose();
    });
  };
  const resend = async () => {
    setAgainAtMs(sendAgainAtMs(null, serverClock.now()));
    try {
      const answer = await call(sendOtp, { body: { username } });
      setAgainAtMs(sendAgainAtMs(answer, serverClock.now()));
    } catch (cause) {
      toastFailure(cause);
    }
  };
  return (
    <form className={form.fields} onSubmit={submit}>
      <p>Enter the code we just sent to {phone}. Until then codes go to your present number.</p>
      <CodeInput label="Code" value={code} onChange={setCode} isNumeric error={error} />
      <ResendLink
        availableAtMs={againAtMs}
        now={serverClock.now}
        isBusy={isBusy}
        onResend={() => void resend()}
      />
      <div className={form.actions}>
        <Button type="submit" color="orange" disabled={!isComplete} loading={isBusy}>
          Confirm
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
