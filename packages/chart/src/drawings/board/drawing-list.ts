import type { UndoCommand, UndoHistory } from '../../history/undo-history.ts';
import type { Drawing, DrawingChange, DrawingOrder } from '../drawing.ts';

/** All drawings of a chart, back to front; every change can be taken back. */
export type DrawingList = {
  all: () => readonly Drawing[];
  find: (id: string) => Drawing | null;
  add: (drawing: Drawing) => void;
  change: (ids: readonly string[], change: DrawingChange) => void;
  /** A change that is one step with the newest one, if that was made by this list too. */
  joinChange: (id: string, change: DrawingChange) => void;
  remove: (ids: readonly string[]) => void;
  /** Takes a drawing away as if it had never been added, if that was the newest step. */
  takeBack: (id: string) => void;
  reorder: (id: string, to: DrawingOrder) => void;
  /** Others altogether, as another layout was opened: not a step of the history. */
  replaceAll: (drawings: readonly Drawing[]) => void;
};

function changed(
  drawings: readonly Drawing[],
  ids: readonly string[],
  change: DrawingChange,
): Drawing[] {
  return drawings.map((one) => (ids.includes(one.id) ? { ...one, ...change } : one));
}

/** Another order among the drawings of the same instrument; the same list where nothing moves. */
function reordered(drawings: readonly Drawing[], id: string, to: DrawingOrder): readonly Drawing[] {
  const drawing = drawings.find((one) => one.id === id);
  if (!drawing) return drawings;
  const same = drawings.filter(({ symbol }) => symbol === drawing.symbol);
  const from = same.indexOf(drawing);
  const last = same.length - 1;
  const place = { back: 0, backward: from - 1, forward: from + 1, front: last }[to];
  const target = Math.max(0, Math.min(last, place));
  if (target === from) return drawings;
  const others = same.filter((one) => one !== drawing);
  others.splice(target, 0, drawing);
  const next = others.values();
  return drawings.map((one) => (one.symbol === drawing.symbol ? (next.next().value ?? one) : one));
}

export function createDrawingList(history: UndoHistory, onChange: () => void): DrawingList {
  let drawings: readonly Drawing[] = [];
  const set = (next: readonly Drawing[]) => {
    drawings = next;
    onChange();
  };
  /** The newest step of this list, and what was there before it. */
  let newest: { command: UndoCommand; before: readonly Drawing[] } | null = null;
  const commandOf = (before: readonly Drawing[], next: readonly Drawing[]): UndoCommand => ({
    undo: () => set(before),
    redo: () => set(next),
  });
  const commit = (next: readonly Drawing[]) => {
    const before = drawings;
    const command = commandOf(before, next);
    newest = { command, before };
    set(next);
    history.push(command);
  };
  const join = (next: readonly Drawing[]) => {
    const command = newest && commandOf(newest.before, next);
    if (!newest || !history.replace(newest.command, command)) return commit(next);
    newest = command && { ...newest, command };
    set(next);
  };
  const find = (id: string) => drawings.find((one) => one.id === id) ?? null;
  return {
    all: () => drawings,
    find,
    add: (drawing) => commit([...drawings, drawing]),
    change(ids, change) {
      if (drawings.some(({ id }) => ids.includes(id))) commit(changed(drawings, ids, change));
    },
    joinChange(id, change) {
      if (find(id)) join(changed(drawings, [id], change));
    },
    remove(ids) {
      const next = drawings.filter(({ id }) => !ids.includes(id));
      if (next.length < drawings.length) commit(next);
    },
    takeBack(id) {
      const next = drawings.filter((one) => one.id !== id);
      if (newest && history.replace(newest.command, null)) set(next);
      else if (next.length < drawings.length) commit(next);
      newest = null;
    },
    reorder(id, to) {
      const next = reordered(drawings, id, to);
      if (next !== drawings) commit(next);
    },
    replaceAll: set,
  };
}
