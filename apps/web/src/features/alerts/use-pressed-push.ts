import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The address that a message of the service worker asks for; null for every other message and origin. */
function addressOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null;
  if (!('kind' in message && message.kind === 'open')) return null;
  if (!('url' in message && typeof message.url === 'string')) return null;
  const { origin, pathname, search } = new URL(message.url, location.origin);
  return origin === location.origin ? pathname + search : null;
}

/** Goes to the chart of a push message that was pressed; the answer keeps the service worker from loading the page anew. */
export function usePressedPush(): void {
  const { history } = useRouter();
  useEffect(() => {
    const { serviceWorker } = navigator;
    // Absent without TLS.
    if (!serviceWorker) return;
    const open = ({ data, ports: [port] }: MessageEvent) => {
      const address = addressOf(data);
      if (address === null) return;
      port?.postMessage('done');
      history.push(address);
    };
    serviceWorker.addEventListener('message', open);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener('message', open);
  }, [history]);
}
