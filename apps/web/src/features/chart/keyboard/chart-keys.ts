import { isResolution, type Resolution } from '@moneytrail/calendar';
import type { DrawingTool } from '@moneytrail/chart';
import type { OpenPanel } from '../model/chart-context.ts';
import {
  type ChangedKeys,
  combinationOf,
  commandWith,
  isSingle,
  type KeyMap,
  keyMapOf,
  NO_CHANGED_KEYS,
  writtenKeys,
} from './changed-keys.ts';

/** Tools by the physical key pressed with Alt. */
const TOOL_KEYS: Readonly<Record<string, DrawingTool>> = {
  KeyT: 'trendLine',
  KeyH: 'horizontalLine',
  KeyV: 'verticalLine',
  KeyF: 'fibRetracement',
};

export type ChartCommand =
  | { kind: 'open'; panel: OpenPanel }
  | { kind: 'interval'; text: string }
  | { kind: 'setInterval'; resolution: Resolution }
  | { kind: 'move'; bars: number; px: number }
  | { kind: 'tool'; tool: DrawingTool }
  | { kind: 'enter' | 'remove' | 'clone' | 'copy' | 'paste' | 'undo' | 'redo' }
  | { kind: 'zoom'; factor: number }
  /** Another chart of the page, in the order of their places. */
  | { kind: 'chart'; by: 1 | -1 }
  | {
      kind:
        | 'oldest'
        | 'newest'
        | 'reset'
        | 'summary'
        | 'watchlist'
        | 'add-to-watchlist'
        | 'picture'
        | 'replay'
        | 'alert'
        | 'note'
        | 'escape';
    };

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
>;

/** The factor of one step. */
export const ZOOM = 1.25;
const MANY = 10;

/** By physical key: with Alt, many layouts write other letters. */
const ALT_KEYS: Readonly<Record<string, ChartCommand>> = {
  KeyA: { kind: 'alert' },
  KeyR: { kind: 'reset' },
  KeyI: { kind: 'open', panel: { kind: 'indicators' } },
  KeyC: { kind: 'open', panel: { kind: 'compare' } },
  KeyU: { kind: 'summary' },
  KeyW: { kind: 'watchlist' },
  KeyG: { kind: 'open', panel: { kind: 'go-to' } },
  KeyB: { kind: 'open', panel: { kind: 'table' } },
  KeyS: { kind: 'picture' },
  PageDown: { kind: 'chart', by: 1 },
  PageUp: { kind: 'chart', by: -1 },
  KeyP: { kind: 'replay' },
  KeyJ: { kind: 'open', panel: { kind: 'journal' } },
};

const ALT_SHIFT_KEYS: Readonly<Record<string, ChartCommand>> = {
  KeyA: { kind: 'open', panel: { kind: 'alerts' } },
  KeyW: { kind: 'add-to-watchlist' },
  KeyI: { kind: 'open', panel: { kind: 'symbol' } },
  KeyJ: { kind: 'note' },
};

/** The name under which the keys of a command are stored. */
function idOf(command: ChartCommand): string {
  if (command.kind === 'tool') return `tool:${command.tool}`;
  if (command.kind === 'chart') return `chart:${command.by}`;
  return command.kind === 'open' ? `open:${command.panel.kind}` : command.kind;
}

/** The commands whose keys can be changed, by their initial combinations. */
const CHANGEABLE: readonly [string, ChartCommand][] = [
  ...Object.entries(ALT_KEYS).map(([code, one]) => [`Alt+${code}`, one] as [string, ChartCommand]),
  ...Object.entries(ALT_SHIFT_KEYS).map(
    ([code, one]) => [`Alt+Shift+${code}`, one] as [string, ChartCommand],
  ),
  ...Object.entries(TOOL_KEYS).map(
    ([code, tool]) => [`Alt+${code}`, { kind: 'tool', tool }] as [string, ChartCommand],
  ),
];

const BY_ID: ReadonlyMap<string, ChartCommand> = new Map(
  CHANGEABLE.map(([, command]) => [idOf(command), command]),
);

/** The combinations of the commands whose keys can be changed, until they are. */
export const INITIAL_KEYS: KeyMap = Object.fromEntries(
  CHANGEABLE.map(([combination, command]) => [idOf(command), combination]),
);

/** Id of a command whose keys can be changed; null for others. */
export function changeableId(command: ChartCommand): string | null {
  const id = idOf(command);
  return JSON.stringify(BY_ID.get(id)) === JSON.stringify(command) ? id : null;
}

/** The command that a person gave a combination to, or that has it initially; null for none. */
function givenKey(press: KeyPress, changed: ChangedKeys): ChartCommand | null {
  const id = commandWith(keyMapOf(INITIAL_KEYS, changed), combinationOf(press));
  return (id === null ? undefined : BY_ID.get(id)) ?? null;
}

/** With Shift, a combination without it runs too, unless another command has the one with it. */
function altKey(press: KeyPress, changed: ChangedKeys): ChartCommand | null {
  return givenKey(press, changed) ?? givenKey({ ...press, shiftKey: false }, changed);
}

/** By letter: on some keyboards `Z` is elsewhere. */
const CTRL_KEYS: Readonly<Record<string, ChartCommand>> = {
  z: { kind: 'undo' },
  y: { kind: 'redo' },
  d: { kind: 'clone' },
  c: { kind: 'copy' },
  v: { kind: 'paste' },
  k: { kind: 'open', panel: { kind: 'palette' } },
};

/** Bars to the right and pixels down. */
const ARROWS: Readonly<Record<string, { bars: number; px: number }>> = {
  ArrowLeft: { bars: -1, px: 0 },
  ArrowRight: { bars: 1, px: 0 },
  ArrowUp: { bars: 0, px: -1 },
  ArrowDown: { bars: 0, px: 1 },
};

const NAMED_KEYS: Readonly<Record<string, ChartCommand>> = {
  Home: { kind: 'oldest' },
  End: { kind: 'newest' },
  Escape: { kind: 'escape' },
  Enter: { kind: 'enter' },
  Delete: { kind: 'remove' },
  Backspace: { kind: 'remove' },
};

const SINGLE_KEYS: Readonly<Record<string, ChartCommand>> = {
  '+': { kind: 'zoom', factor: ZOOM },
  '=': { kind: 'zoom', factor: ZOOM },
  '-': { kind: 'zoom', factor: 1 / ZOOM },
  '−': { kind: 'zoom', factor: 1 / ZOOM },
  '?': { kind: 'open', panel: { kind: 'shortcuts' } },
  '/': { kind: 'open', panel: { kind: 'palette' } },
};

function singleKey({ key }: KeyPress): ChartCommand | null {
  if (/^[0-9]$/.test(key)) return { kind: 'interval', text: key };
  if (/^\p{L}$/u.test(key)) return { kind: 'open', panel: { kind: 'search', text: key } };
  return SINGLE_KEYS[key] ?? null;
}

const WRITTEN: Readonly<Record<string, string>> = { Delete: 'Del', '-': '−' };

/** The keys of a command as menus write them, `Alt+G`; undefined for one without keys. */
export function keysOf(
  command: ChartCommand,
  hasSingleKeys: boolean,
  changed: ChangedKeys,
): string | undefined {
  const id = changeableId(command);
  const combination = id === null ? undefined : keyMapOf(INITIAL_KEYS, changed)[id];
  if (combination !== undefined) {
    return isSingle(combination) && !hasSingleKeys ? undefined : writtenKeys(combination);
  }
  const wanted = JSON.stringify(command);
  const tables: [string, Readonly<Record<string, ChartCommand>>][] = [
    ['Ctrl+', CTRL_KEYS],
    ['', NAMED_KEYS],
    ['', hasSingleKeys ? SINGLE_KEYS : {}],
  ];
  for (const [held, table] of tables) {
    const key = Object.keys(table).find((one) => JSON.stringify(table[one]) === wanted);
    if (key === undefined) continue;
    return held + (WRITTEN[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  }
  return undefined;
}

/** Parses an interval as buttons write it: `15`, `15m`, `4h`, `1d`, `1w`; `1M` is a month. */
export function typedInterval(text: string): Resolution | null {
  const [, count = '', unit = ''] =
    /^([0-9]*)([hdwmM]?)$/.exec(text.replace(/[HDW]$/, lower)) ?? [];
  if (count === '' && unit === '') return null;
  const amount = count === '' ? '1' : count;
  const minutes = unit === 'h' ? String(60 * Number(amount)) : amount;
  const named = unit === '' || unit === 'm' || unit === 'h' ? minutes : amount + unit.toUpperCase();
  return isResolution(named) ? named : null;
}

function lower(text: string): string {
  return text.toLowerCase();
}

/** A key that continues the interval being typed; null for all others. */
function intervalCommand({ key }: KeyPress, typed: string): ChartCommand | null {
  if (key === 'Escape') return { kind: 'interval', text: '' };
  if (key === 'Backspace') return { kind: 'interval', text: typed.slice(0, -1) };
  if (/^[0-9hdwm]$/i.test(key)) return { kind: 'interval', text: (typed + key).slice(0, 4) };
  if (key !== 'Enter') return null;
  const resolution = typedInterval(typed);
  return resolution ? { kind: 'setInterval', resolution } : { kind: 'interval', text: '' };
}

/** Ctrl, or Command on a Mac. */
function ctrlKey({ key, shiftKey }: KeyPress): ChartCommand | null {
  const command = CTRL_KEYS[key.toLowerCase()] ?? null;
  if (!shiftKey) return command;
  return command?.kind === 'undo' ? { kind: 'redo' } : null;
}

/** The command of a key; null for keys left to the browser. */
export function chartCommand(
  press: KeyPress,
  {
    typed,
    hasSingleKeys,
    changed = NO_CHANGED_KEYS,
  }: { typed: string; hasSingleKeys: boolean; changed?: ChangedKeys },
): ChartCommand | null {
  if (press.ctrlKey || press.metaKey) {
    return givenKey(press, changed) ?? (press.altKey ? null : ctrlKey(press));
  }
  if (press.altKey) return altKey(press, changed);
  const interval = typed === '' ? null : intervalCommand(press, typed);
  if (interval) return interval;
  const arrow = ARROWS[press.key];
  if (arrow) {
    const times = press.shiftKey ? MANY : 1;
    return { kind: 'move', bars: times * arrow.bars, px: times * arrow.px };
  }
  const named = NAMED_KEYS[press.key] ?? null;
  if (named || !hasSingleKeys) return named;
  return givenKey(press, changed) ?? singleKey(press);
}
