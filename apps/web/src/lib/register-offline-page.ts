type ScriptUrl = { toString: () => string };
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => ScriptUrl };
};

const WORKER = '/offline-worker.js';

/** Registers the worker that caches the offline page; the product works without it. */
export function registerOfflinePage(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('offline-worker', {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError('Only the worker of the offline page is a script.');
      return url;
    },
  });
  const url = policy?.createScriptURL(WORKER) ?? WORKER;
  navigator.serviceWorker.register(url as string).catch(() => {
    // Storage may be denied: the browser then shows its own page.
  });
}
