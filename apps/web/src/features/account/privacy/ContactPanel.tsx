import { type Account, updateUser } from '@moneytrail/contract';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { sendAgainAtMs } from '../../../lib/resend-pause.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { useChange } from '../use-change.ts';
import { ContactForm } from './ContactForm.tsx';
import { PhoneCodeForm } from './PhoneCodeForm.tsx';

type Props = { user: Account };

/** A phone number that waits for its code. */
type Pending = { phone: string; sendAgainAtMs: number };

/** The phone number codes are sent to; a new one counts when the code sent to it was entered. */
export function ContactPanel({ user }: Props) {
  const [pending, setPending] = useState<Pending | null>(null);
  const { change, isBusy, error } = useChange();
  const save = (phone: string, phoneCountry: string) =>
    change(async () => {
      const request = { params: { id: user._id }, body: { phone, phoneCountry } };
      const answer = await call(updateUser, request);
      if (answer.needOtp) {
        setPending({ phone, sendAgainAtMs: sendAgainAtMs(answer, serverClock.now()) });
      } else showToast({ kind: 'success', text: ACCOUNT_TEXTS.updated });
    });
  if (pending) {
    return (
      <PhoneCodeForm
        username={user.username}
        phone={pending.phone}
        sendAgainAtMs={pending.sendAgainAtMs}
        onClose={() => setPending(null)}
      />
    );
  }
  return (
    <ContactForm
      key={user.phoneE164}
      user={user}
      isBusy={isBusy}
      error={error}
      onSave={(phone, country) => void save(phone, country)}
    />
  );
}
