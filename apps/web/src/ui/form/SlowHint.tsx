import { SECOND_MS } from '@moneytrail/calendar';
import { useEffect, useState } from 'react';
import form from './form.module.css';
import { FORM_TEXTS } from './texts.ts';

const LATE_MS = 4 * SECOND_MS;

/** True once something has been pending for four seconds. */
function useIsLate(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);
  return isLate;
}

/** Tells that an answer takes long, beside the button that waits for it. */
export function SlowHint({ isPending }: { isPending: boolean }) {
  const isLate = useIsLate(isPending);
  return (
    <p className={form.hint} role="status" hidden={!isLate}>
      {isLate && FORM_TEXTS.slow}
    </p>
  );
}
