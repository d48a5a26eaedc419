import { createValueStore } from '../lib/value-store.ts';
import { ApiError } from './api-error.ts';

/** A state of a record that several people change. */
export type Seen<Fields> = { revision: number; fields: Fields };

/** A field that somebody else has changed to another value than the one that is about to be saved. */
export type DisputedField = { label: string; theirs: string; mine: string };

/** A save that waits for a choice: for each field, whether the own value is kept. */
export type PendingConflict = {
  what: string;
  fields: readonly DisputedField[];
  choose: (keepsMine: readonly boolean[]) => void;
  cancel: () => void;
};

/** The conflict under way, shown by a dialog; null while there is none. */
export const pendingConflict = createValueStore<PendingConflict | null>(null);

/** The person cancelled the save: nothing has changed, and nothing has failed. */
export class SaveCancelled extends Error {
  constructor() {
    super('The change was cancelled.');
    this.name = 'SaveCancelled';
  }
}

function askWhich(what: string, fields: readonly DisputedField[]): Promise<readonly boolean[]> {
  pendingConflict.get()?.cancel();
  return new Promise((resolve, reject) => {
    const close = () => pendingConflict.set(null);
    pendingConflict.set({
      what,
      fields,
      choose: (keepsMine) => {
        close();
        resolve(keepsMine);
      },
      cancel: () => {
        close();
        reject(new SaveCancelled());
      },
    });
  });
}

function isRecordChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'RECORD_CHANGED';
}

type Save<Fields, Answer> = {
  /** The record's name in the dialog. */
  what: string;
  /** The state on which the changes are based. */
  seen: Seen<Fields>;
  changes: Partial<Fields>;
  /** A field in words. */
  describe: <Name extends keyof Fields & string>(
    name: Name,
    value: Fields[Name],
  ) => { label: string; text: string };
  read: () => Promise<Seen<Fields>>;
  /** Sends the changed fields, as `changes` of the state `seen`. */
  send: (edit: { seen: Seen<Fields>; changes: Partial<Fields> }) => Promise<Answer>;
};

/**
 * Saves changes of a record that others may have changed since it was seen. Changes of other fields are kept; a field
 * that both have changed is shown with both values to choose from. Null if nothing of one's own remains to be saved.
 * Rejects with `SaveCancelled` if the person does not choose.
 */
export async function saveShared<Fields extends Record<string, unknown>, Answer>(
  save: Save<Fields, Answer>,
): Promise<Answer | null> {
  let { seen, changes } = save;
  for (;;) {
    try {
      return await save.send({ seen, changes });
    } catch (error) {
      if (!isRecordChanged(error)) throw error;
    }
    const current = await save.read();
    changes = await settle(save, { seen, current, changes });
    if (Object.keys(changes).length === 0) return null;
    seen = current;
  }
}

async function settle<Fields extends Record<string, unknown>, Answer>(
  { what, describe }: Save<Fields, Answer>,
  states: { seen: Seen<Fields>; current: Seen<Fields>; changes: Partial<Fields> },
): Promise<Partial<Fields>> {
  const before = states.seen.fields;
  const now = states.current.fields;
  const left = { ...states.changes };
  for (const name of Object.keys(left)) if (left[name] === now[name]) delete left[name];
  const disputed = Object.keys(left).filter((name) => now[name] !== before[name]);
  if (disputed.length === 0) return left;
  const textOf = (name: string, value: unknown) =>
    describe(name as keyof Fields & string, value as Fields[string]);
  const keepsMine = await askWhich(
    what,
    disputed.map((name) => {
      const { label, text } = textOf(name, left[name]);
      return { label, theirs: textOf(name, now[name]).text, mine: text };
    }),
  );
  for (const [index, name] of disputed.entries()) if (!keepsMine[index]) delete left[name];
  return left;
}
