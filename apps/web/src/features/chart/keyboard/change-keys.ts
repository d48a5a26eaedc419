import {
  type ChangedKeys,
  COMBINATION,
  type Combination,
  changesOf,
  combinationOf,
  commandWith,
  type KeyMap,
  keyMapOf,
  type Pressed,
  TAKEN,
} from './changed-keys.ts';

/** The keys that a command may have, in words. */
export const FREE_KEYS =
  'Alt with a letter, also with Shift; Ctrl+Shift+F; Ctrl+Alt with A, G, N, O, P, X, Y or Z; or a letter alone, which then no longer searches a symbol.';

/** Why pressed keys cannot run a command; null where they can. */
export function whyRefused(pressed: Pressed): string | null {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  const combination = combinationOf(pressed);
  if (TAKEN[combination]) return TAKEN[combination];
  if (COMBINATION.test(combination)) return null;
  if (ctrlKey || metaKey) {
    return 'Browsers or the chart use this with Ctrl or Command. Free are Ctrl+Shift+F and Ctrl+Alt with A, G, N, O, P, X, Y or Z.';
  }
  if (altKey && /^Digit/.test(pressed.code)) return 'Alt and a digit change tabs in some browsers.';
  if (!altKey && /^\p{L}$/u.test(key)) return 'A letter alone is one of A to Z, without Shift.';
  if (!altKey && /^[0-9]$/.test(key)) return 'Digits set the interval.';
  if (/^F\d+$/.test(key)) return 'Function keys belong to the browser.';
  return 'Press a letter, alone or with Alt, or with Alt and Shift.';
}

/** Gives a command a combination; a command that had it gets the former one of this command. */
export function withKeys(
  initial: KeyMap,
  changed: ChangedKeys,
  { id, combination }: { id: string; combination: Combination },
): ChangedKeys {
  const keys = keyMapOf(initial, changed);
  const former = keys[id];
  if (former === undefined) return changed;
  const other = commandWith(keys, combination);
  const swapped = other === null ? {} : { [other]: former };
  return changesOf(initial, { ...keys, ...swapped, [id]: combination });
}

/** Gives a command its initial combination back; a command that has it now gets the former one of this command. */
export function withoutChange(initial: KeyMap, changed: ChangedKeys, id: string): ChangedKeys {
  const combination = initial[id];
  return combination === undefined ? changed : withKeys(initial, changed, { id, combination });
}

/**
 * The keys of a device on top of those of its account, where they meet for the first time: a command that the account
 * changed keeps the account's keys.
 */
export function joinedKeys(
  initial: KeyMap,
  { account, device }: { account: ChangedKeys; device: ChangedKeys },
): ChangedKeys {
  let joined = account;
  for (const [id, combination] of Object.entries(device)) {
    const other = commandWith(keyMapOf(initial, joined), combination);
    const isTaken = id in account || (other !== null && other in account);
    if (!isTaken) joined = withKeys(initial, joined, { id, combination });
  }
  return joined;
}

/** The changes of a device since both were `known`, applied to the present keys of its account. */
export function mergedKeys(
  initial: KeyMap,
  { account, known, device }: { account: ChangedKeys; known: ChangedKeys; device: ChangedKeys },
): ChangedKeys {
  let merged = account;
  for (const id of Object.keys(initial)) {
    const combination = device[id] ?? initial[id];
    if (device[id] === known[id] || combination === undefined) continue;
    merged = withKeys(initial, merged, { id, combination });
  }
  return merged;
}

/** Whether two devices have the same keys. */
export function areSameKeys(one: ChangedKeys, other: ChangedKeys): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}
