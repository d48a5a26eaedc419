import { useEffect } from 'react';
import { isOwnAnswer } from '../../api/own-answer.ts';
import buttons from '../ui/Button.module.css';
import { Message } from '../ui/Message.tsx';

/** Stands in the place of any page while there is no connection; the address is still that page's. */
export default function OfflinePage() {
  useReturn();
  return (
    <Message
      title="You are offline"
      text="There is no connection to Moneytrail, so no price can be shown. This page opens by itself when the network is back."
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

/** Whether the server answers, whatever it answers; the worker of the offline page lets this request be. */
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

/** Opens the page that was asked for as soon as it can be reached: tried often, and at once when the network is back. */
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
