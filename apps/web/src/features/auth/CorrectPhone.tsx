import { useState } from 'react';
import form from '../../ui/form/form.module.css';
import { LazyPart, lazyPart } from '../../ui/LazyPart.tsx';
import { AUTH_TEXTS } from './texts.ts';

const TEXTS = AUTH_TEXTS.standing.phone;

/** The form checks the number by the phone library, which is large: sign-in does not wait for it. */
const correctionForm = lazyPart(
  async () => (await import('./CorrectPhoneForm.tsx')).CorrectPhoneForm,
);

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
  const cancel = () => setOpen(false);
  return (
    <>
      <p role="status">
        {corrected !== null && `${TEXTS.saved} `}
        {TEXTS.number} {corrected ?? ending}.
      </p>
      {isOpen ? (
        <LazyPart
          part={correctionForm}
          props={{ username, onDone, onCancel: cancel }}
          onGiveUp={cancel}
        />
      ) : (
        <button type="button" className={form.link} onClick={() => setOpen(true)}>
          {TEXTS.correct}
        </button>
      )}
    </>
  );
}
