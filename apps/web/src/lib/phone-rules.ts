import { createValueStore } from './value-store.ts';

/** Finds the problem with a mobile number of a country; null until the phone library has loaded. */
export const phoneRules = createValueStore<
  ((phone: string, country: string) => string | null) | null
>(null);

/** Loads the phone library, which is large, once. Without it the server alone checks numbers. */
export async function loadPhoneRules(): Promise<void> {
  if (phoneRules.get() !== null) return;
  try {
    const { phoneProblem } = await import('./phone-number.ts');
    phoneRules.set(phoneProblem);
  } catch {
    // Offline: the rule stays open in the form.
  }
}
