import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUndoHistory, nextToRedo, nextToUndo, type UndoHistory } from './undo-history.ts';

/** Histories of one page, whose steps note their names. */
function page() {
  const [one, two] = [createUndoHistory(() => {}), createUndoHistory(() => {})];
  const ran: string[] = [];
  const push = (history: UndoHistory, name: string) =>
    history.push({ undo: () => ran.push(`-${name}`), redo: () => ran.push(`+${name}`) });
  return { one, two, ran, push };
}

test('the steps of all histories of a page have one order', () => {
  const { one, two, push } = page();
  push(one, 'a');
  push(two, 'b');
  push(one, 'c');
  const serials = () => [one.state().undoSerial ?? 0, two.state().undoSerial ?? 0];
  const [c = 0, b = 0] = serials();
  expect(c).toBeGreaterThan(b);
  one.undo();
  const [a = 0] = serials();
  expect(a).toBeLessThan(b);
  // Undone first, it is redone last.
  two.undo();
  expect([one.state().redoSerial, two.state().redoSerial]).toEqual([c, b]);
});

test('a new step ends redo in every history, and undoing later brings back none of it', () => {
  const { one, two, push, ran } = page();
  push(one, 'a');
  push(one, 'b');
  one.undo();
  push(two, 'c');
  expect(one.state().redoSerial).toBeNull();
  expect(one.redo()).toBe(false);
  two.undo();
  one.undo();
  expect(one.redo()).toBe(true);
  expect(one.redo()).toBe(false);
  expect(two.redo()).toBe(true);
  expect(ran).toEqual(['-b', '-c', '-a', '+a', '+c']);
});

test('a replaced step keeps its place in the order, and restored ones follow in theirs', () => {
  const { one, two, push, ran } = page();
  const first = { undo: () => {}, redo: () => {} };
  one.push(first);
  const { undoSerial } = one.state();
  push(two, 'b');
  one.replace(first, { undo: () => {}, redo: () => {} });
  expect(one.state().undoSerial).toBe(undoSerial);
  const command = (name: string) => ({
    undo: () => ran.push(`-${name}`),
    redo: () => ran.push(`+${name}`),
  });
  one.restore([command('c')], [command('e'), command('d')]);
  expect(one.state().undoSerial).toBeGreaterThan(two.state().undoSerial ?? 0);
  one.redo();
  one.redo();
  one.undo();
  expect(ran).toEqual(['+d', '+e', '-e']);
});

test('steps of any charts are undone from the last to the first, redone likewise, and a new one ends redo', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(3), fc.constantFrom('undo', 'redo')), { maxLength: 60 }),
      (acts) => {
        const histories = Array.from({ length: 4 }, () => createUndoHistory(() => {}));
        const ran: string[] = [];
        const expected: string[] = [];
        let done: number[] = [];
        let undone: number[] = [];
        const push = (history: UndoHistory, of: number) =>
          history.push({ undo: () => ran.push(`-${of}`), redo: () => ran.push(`+${of}`) });
        for (const [index, act] of acts.entries()) {
          const history = typeof act === 'number' ? histories[act] : undefined;
          if (history) {
            push(history, index);
            done = [...done, index];
            undone = [];
          } else if (act === 'undo') {
            nextToUndo(histories)?.undo();
            const step = done.at(-1);
            if (step === undefined) continue;
            expected.push(`-${step}`);
            done = done.slice(0, -1);
            undone = [...undone, step];
          } else {
            nextToRedo(histories)?.redo();
            const step = undone.at(-1);
            if (step === undefined) continue;
            expected.push(`+${step}`);
            undone = undone.slice(0, -1);
            done = [...done, step];
          }
        }
        expect(ran).toEqual(expected);
      },
    ),
  );
});
