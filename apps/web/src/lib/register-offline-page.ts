type ScriptUrl = { toString: () => string };
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => ScriptUrl };
};

const WORKER = '/offline-worker.js';

/** Lets the browser keep the page that is shown where there is no connection; without it the product works as well. */
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
    // As where storage is denied: the browser's own page is shown then.
  });
}
