import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { pendingConflict, SaveCancelled, type Seen, saveShared } from './shared-record.ts';

type Fields = { day: string; note: string };

/** A record on a server that refuses saves based on another revision. */
function recordOf(fields: Fields) {
  let stored: Seen<Fields> = { revision: 1, fields };
  const change = (changes: Partial<Fields>) => {
    stored = { revision: stored.revision + 1, fields: { ...stored.fields, ...changes } };
    return stored.fields;
  };
  const sent: Partial<Fields>[] = [];
  return {
    sent,
    change,
    seen: () => stored,
    save: (seen: Seen<Fields>, changes: Partial<Fields>) =>
      saveShared({
        what: 'Thandi Nkosi',
        seen,
        changes,
        describe: (name, value) => ({ label: `The ${name}`, text: value }),
        read: async () => stored,
        send: async (edit) => {
          sent.push(edit.changes);
          if (edit.seen.revision === stored.revision) return change(edit.changes);
          throw new ApiError('', { status: 409, code: 'RECORD_CHANGED' });
        },
      }),
  };
}

const START = { day: '31 Dec 2026', note: 'Invoice 16' };
const conflict = () => expect.poll(() => pendingConflict.get());

afterEach(() => pendingConflict.get()?.cancel());

describe('a save of a record that several people change', () => {
  it('keeps what others have changed in other fields, without a question', async () => {
    const record = recordOf(START);
    const seen = record.seen();
    record.change({ day: '31 Mar 2027' });
    expect(await record.save(seen, { note: 'Invoice 17' })).toEqual({
      day: '31 Mar 2027',
      note: 'Invoice 17',
    });
    expect(record.sent).toEqual([{ note: 'Invoice 17' }, { note: 'Invoice 17' }]);
  });

  it('shows both values of a field that both have changed, and saves the chosen one', async () => {
    for (const keeps of [true, false]) {
      const record = recordOf(START);
      const seen = record.seen();
      record.change({ day: '31 Mar 2027' });
      const saved = record.save(seen, { day: '30 Jun 2027', note: 'Invoice 17' });
      await conflict().toMatchObject({
        what: 'Thandi Nkosi',
        fields: [{ label: 'The day', theirs: '31 Mar 2027', mine: '30 Jun 2027' }],
      });
      pendingConflict.get()?.choose([keeps]);
      const day = keeps ? '30 Jun 2027' : '31 Mar 2027';
      expect(await saved).toEqual({ day, note: 'Invoice 17' });
    }
  });

  it('has nothing to save if somebody else has saved the same, or if theirs is chosen', async () => {
    const record = recordOf(START);
    const seen = record.seen();
    record.change({ day: '31 Mar 2027' });
    expect(await record.save(seen, { day: '31 Mar 2027' })).toBeNull();
    const saved = record.save(seen, { day: '30 Jun 2027' });
    await conflict().not.toBeNull();
    pendingConflict.get()?.choose([false]);
    expect(await saved).toBeNull();
    expect(record.seen().fields.day).toBe('31 Mar 2027');
  });

  it('changes nothing if the choice is cancelled, and asks again if the record changes meanwhile', async () => {
    const record = recordOf(START);
    const seen = record.seen();
    record.change({ day: '31 Mar 2027' });
    const cancelled = record.save(seen, { day: '30 Jun 2027' });
    await conflict().not.toBeNull();
    pendingConflict.get()?.cancel();
    await expect(cancelled).rejects.toThrow(SaveCancelled);
    const saved = record.save(seen, { day: '30 Jun 2027' });
    await conflict().not.toBeNull();
    record.change({ day: '1 Apr 2027' });
    pendingConflict.get()?.choose([true]);
    await conflict().toMatchObject({ fields: [{ theirs: '1 Apr 2027', mine: '30 Jun 2027' }] });
    pendingConflict.get()?.choose([true]);
    expect(await saved).toEqual({ ...START, day: '30 Jun 2027' });
  });

  it('passes every other failure on', async () => {
    const failure = new ApiError('No.', { status: 409, code: 'CONFLICT' });
    const record = recordOf(START);
    const saved = saveShared({
      what: '',
      seen: record.seen(),
      changes: { note: 'x' },
      describe: () => ({ label: '', text: '' }),
      read: async () => record.seen(),
      send: () => Promise.reject(failure),
    });
    await expect(saved).rejects.toBe(failure);
  });
});
