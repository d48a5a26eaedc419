import { expect, onTestFinished } from 'vitest';
import { closeToast, toasts } from '../stores/toasts.ts';

const TOAST = '[role][data-kind]';
const shown = new Set<string>();
/** Texts that the test has waited for. */
const expected: string[] = [];

/** Notes the text of every toast until the test ends: a toast lasts three seconds, and a busy machine may miss it. */
export function recordToasts(): void {
  shown.clear();
  expected.length = 0;
  const observer = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll(TOAST)) shown.add(textContent);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
}

/** Waits until a toast with this text has been shown; one that was expected before makes room for it at once. */
export async function expectToast(text: string): Promise<void> {
  await expect
    .poll(() => {
      if ([...shown].some((toast) => toast.includes(text))) return true;
      const current = document.querySelector(TOAST)?.textContent ?? '';
      if (expected.some((before) => current.includes(before))) closeToast();
      return false;
    })
    .toBe(true);
  expected.push(text);
}

/** Closes all toasts: those of one test are not to be shown first, or count as too old, in the next one. */
export function closeToasts(): void {
  while (toasts.get().length > 0) closeToast();
}
