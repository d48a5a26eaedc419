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
export const COMBINATION =
  /^(?:Alt\+(?:Shift\+)?Key[A-Z]|Ctrl\+Shift\+KeyF|Ctrl\+Alt\+Key[AGNOPXYZ]|Key[A-Z])$/;
const SINGLE = /^Key[A-Z]$/;

export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
>;

/** Combinations of the page and of browsers, with what they do. */
export const TAKEN: Readonly<Record<Combination, string>> = {
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

export function keyMapOf(initial: KeyMap, changed: ChangedKeys): KeyMap {
  return { ...initial, ...changed };
}

/** The command that has a combination; null for a free one. */
export function commandWith(keys: KeyMap, combination: Combination): string | null {
  return Object.keys(keys).find((id) => keys[id] === combination) ?? null;
}

/** The differences of a whole key map from the initial one. */
export function changesOf(initial: KeyMap, keys: KeyMap): ChangedKeys {
  return Object.fromEntries(Object.entries(keys).filter(([id, one]) => initial[id] !== one));
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
