import { record } from '../../../lib/record.ts';

/** A physical key pressed with Alt, or with Alt and Shift: `Alt+KeyG`, `Alt+Shift+KeyG`. */
export type Combination = string;

/** The combinations of commands by their ids. */
export type KeyMap = Readonly<Record<string, Combination>>;

/** Combinations that differ from the initial ones, by the commands' ids. */
export type ChangedKeys = KeyMap;

export const NO_CHANGED_KEYS: ChangedKeys = {};

const COMBINATION = /^Alt\+(?:Shift\+)?Key[A-Z]$/;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Combinations of the page and of browsers, with what they do. */
const TAKEN: Readonly<Record<Combination, string>> = {
  'Alt+KeyN': 'Alt+N opens the market news.',
  'Alt+KeyD': 'Alt+D goes to the address bar of the browser.',
  'Alt+KeyE': 'Alt+E opens the menu of the browser.',
  'Alt+Shift+KeyT': 'Alt+Shift+T goes to the toolbar of the browser.',
  'Alt+Shift+KeyB': 'Alt+Shift+B goes to the bookmarks of the browser.',
};

export function combinationOf({ code, altKey, shiftKey }: Pressed): Combination {
  return `${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${code}`;
}

/** As menus write it: `Alt+Shift+G`. */
export function writtenKeys(combination: Combination): string {
  return combination.replace(/Key|Digit/, '');
}

/** Why pressed keys cannot run a command; null where they can. */
export function whyRefused(pressed: Pressed): string | null {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (ctrlKey || metaKey) return 'Combinations with Ctrl and Command belong to the browser.';
  const combination = combinationOf(pressed);
  if (TAKEN[combination]) return TAKEN[combination];
  if (COMBINATION.test(combination)) return null;
  if (altKey && /^Digit/.test(pressed.code)) return 'Alt and a digit change tabs in some browsers.';
  if (!altKey && /^\p{L}$/u.test(key)) return 'Letters alone search a symbol. Hold Alt with them.';
  if (!altKey && /^[0-9]$/.test(key)) return 'Digits set the interval.';
  if (/^F\d+$/.test(key)) return 'Function keys belong to the browser.';
  return 'Hold Alt, or Alt and Shift, and press a letter.';
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
