import { expect, onTestFinished } from 'vitest';

const TOAST = '[role][data-kind]';
const shown = new Set<string>();

/** Notes the text of every toast until the test ends: a toast lasts three seconds, and a busy machine may miss it. */
export function recordToasts(): void {
  shown.clear();
  const observer = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll(TOAST)) shown.add(textContent);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
}

/** Waits until a toast with this text has been shown. */
export async function expectToast(text: string): Promise<void> {
  await expect.poll(() => [...shown].some((toast) => toast.includes(text))).toBe(true);
}
