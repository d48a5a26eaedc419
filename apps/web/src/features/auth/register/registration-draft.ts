import { record } from '../../../lib/record.ts';
import { createStoredText } from '../../../lib/stored-text.ts';
import { tabStorage } from '../../../lib/tab-storage.ts';

/** Fields that are never stored. */
const SECRETS: readonly string[] = ['password', 'confirmation'];

const text = createStoredText('registration', tabStorage());

/** Fields of an account that was registered in this tab, for its first sign-in. */
export type RegisteredAccount = { email: string; phoneCountry: string };

/** The form's fields, kept in the tab until the account is registered; passwords are left out. */
export const registrationDraft = {
  keep: (fields: Record<string, string>) => {
    const kept = Object.entries(fields).filter(([name]) => !SECRETS.includes(name));
    text.write(JSON.stringify(Object.fromEntries(kept)));
  },
  /** The given fields with the kept values of those that have the same name. */
  restore: <Fields extends Record<string, string>>(fields: Fields): Fields => {
    const kept = readKept();
    const restored = Object.entries(fields).map(([name, value]) => {
      const before = SECRETS.includes(name) ? undefined : kept[name];
      return [name, typeof before === 'string' ? before : value];
    });
    return Object.fromEntries(restored) as Fields;
  },
  /** Replaces the fields by those that the first sign-in needs. */
  complete: ({ email, phoneCountry }: RegisteredAccount) =>
    text.write(JSON.stringify({ registered: { email, phoneCountry } })),
  /** The account that was registered in this tab; null if there is none. */
  registered: (): RegisteredAccount | null => {
    const { email, phoneCountry } = record(readKept().registered);
    const isComplete = typeof email === 'string' && typeof phoneCountry === 'string';
    return isComplete ? { email, phoneCountry } : null;
  },
  forget: () => text.write(null),
};

function readKept(): Record<string, unknown> {
  try {
    return record(JSON.parse(text.read() ?? '{}'));
  } catch {
    return {};
  }
}
