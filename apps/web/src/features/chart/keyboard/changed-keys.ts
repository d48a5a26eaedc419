import { record } from '../../../lib/record.ts';

/**
 * Held keys and a key: `Alt+KeyG`, `Alt+Shift+KeyG`, `Ctrl+Shift+KeyF` (Command on a Mac too), `KeyG`. With Alt the key is a
 * physical one, as many layouts write other characters then; otherwise it is the written letter.
 */
export type Combination = string;

/** The combinations of commands by their ids. */
export type KeyMap = Readonly<Record<string, Combination>>;

/** Combinations that differ from the initial ones, by the commands' ids. */
export type ChangedKeys = KeyMap;

export const NO_CHANGED_KEYS: ChangedKeys = {};

/** With Ctrl or Command, browsers of all systems leave these alone. */
const COMBINATION =
  /^(?:Alt\+(?:Shift\+)?Key[A-Z]|Ctrl\+Shift\+KeyF|Ctrl\+Alt\+Key[AGNOPXYZ]|Key[A-Z])$/;
const SINGLE = /^Key[A-Z]$/;

/** The keys that a command may have, in words. */
export const FREE_KEYS =
  'Alt with a letter, also with Shift; Ctrl+Shift+F; Ctrl+Alt with A, G, N, O, P, X, Y or Z; or a letter alone, which then no longer searches a symbol.';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Combinations of the page and of browsers, with what they do. */
const TAKEN: Readonly<Record<Combination, string>> = {
  'Alt+KeyN': 'Alt+N opens the market news.',
  'Alt+KeyD': 'Alt+D goes to the address bar of the browser.',
  'Alt+KeyE': 'Alt+E opens the menu of the browser.',
  'Alt+Shift+KeyT': 'Alt+Shift+T goes to the toolbar of the browser.',
  'Alt+Shift+KeyB': 'Alt+Shift+B goes to the bookmarks of the browser.',
};

export function combinationOf(pressed: Pressed): Combination {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = pressed;
  const isWritten = !altKey && /^[a-z]$/i.test(key);
  const held = [(ctrlKey || metaKey) && 'Ctrl+', altKey && 'Alt+', shiftKey && 'Shift+'].filter(
    (one) => one !== false,
  );
  return held.join('') + (isWritten ? `Key${key.toUpperCase()}` : code);
}

/** Whether a combination is a key alone, which the setting for single keys turns off. */
export function isSingle(combination: Combination): boolean {
  return SINGLE.test(combination);
}

/** The spelling of menus: `Alt+Shift+G`; `Ctrl` stands for Command too. */
export function writtenKeys(combination: Combination): string {
  return combination.replace(/Key|Digit/, '');
}

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

export function keyMapOf(initial: KeyMap, changed: ChangedKeys): KeyMap {
  return { ...initial, ...changed };
}

/** The command that has a combination; null for a free one. */
export function commandWith(keys: KeyMap, combination: Combination): string | null {
  return Object.keys(keys).find((id) => keys[id] === combination) ?? null;
}

/** The differences of a whole key map from the initial one. */
function changesOf(initial: KeyMap, keys: KeyMap): ChangedKeys {
  return Object.fromEntries(Object.entries(keys).filter(([id, one]) => initial[id] !== one));
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

/** Stored changes; none where they are unreadable or two commands would share a combination. */
export function readChangedKeys(initial: KeyMap, stored: unknown): ChangedKeys {
  const known = Object.entries(record(stored)).filter(
    (one): one is [string, Combination] =>
      Object.hasOwn(initial, one[0]) && typeof one[1] === 'string',
  );
  // Exchanged commands have initial combinations of others, which need not be letters.
  const initials = Object.values(initial);
  const isFree = (one: Combination) => COMBINATION.test(one) && TAKEN[one] === undefined;
  const sound = known.filter(([, one]) => initials.includes(one) || isFree(one));
  const keys = keyMapOf(initial, Object.fromEntries(sound));
  const isUnique = new Set(Object.values(keys)).size === Object.keys(keys).length;
  return isUnique ? changesOf(initial, keys) : NO_CHANGED_KEYS;
}
