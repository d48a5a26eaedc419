import { useEffect } from 'react';
import { isOwnAnswer } from '../../api/own-answer.ts';
import buttons from '../ui/Button.module.css';
import { Message } from '../ui/Message.tsx';

/** Replaces any page while offline; the address remains that page's. */
export default function OfflinePage() {
  useReturn();
  return (
    <Message
      title="You are offline"
      text="Without a connection to Moneytrail no prices can be shown. The page opens automatically once you are back online."
    >
      <button
        type="button"
        className={buttons.button}
        data-kind="navy"
        onClick={() => window.location.reload()}
      >
        Try again
      </button>
    </Message>
  );
}

const PAUSE_MS = 3_000;

/** True if the server answers at all; the offline worker passes this request through. */
async function isBack(signal: AbortSignal): Promise<boolean> {
  try {
    const isLate = AbortSignal.timeout(PAUSE_MS);
    const answer = await fetch(window.location.href, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.any([signal, isLate]),
    });
    return isOwnAnswer(answer);
  } catch {
    return false;
  }
}

/** Opens the requested page once it is reachable: polls, and tries at once on `online`. */
function useReturn(): void {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let isTrying = false;
    const tryOnce = async () => {
      if (isTrying) return;
      isTrying = true;
      if (await isBack(signal)) window.location.reload();
      isTrying = false;
    };
    window.addEventListener('online', tryOnce, { signal });
    const timer = window.setInterval(tryOnce, PAUSE_MS);
    return () => {
      window.clearInterval(timer);
      leaving.abort();
    };
  }, []);
}
