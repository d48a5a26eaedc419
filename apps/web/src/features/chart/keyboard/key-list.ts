import type { ChangedKeys } from './changed-keys.ts';
import { type ChartCommand, changeableId, keysOf } from './chart-keys.ts';

/** `id`: of a command whose keys can be changed; null for others. */
export type ListedKey = { keys: string; does: string; id: string | null };

type Row = { keys: string; does: string } | { command: ChartCommand; does: string };

const opens = (
  kind: 'indicators' | 'compare' | 'go-to' | 'table' | 'alerts' | 'symbol' | 'journal',
) => ({ kind: 'open', panel: { kind } }) as const;

/** With the keys that run the command. */
function listed(command: ChartCommand, does: string): Row {
  return { command, does };
}

const ROWS: readonly Row[] = [
  { keys: 'Ctrl+K, /', does: 'Every command, symbol, interval and indicator' },
  { keys: 'A … Z', does: 'Symbol search with that letter' },
  { keys: '0 … 9, then Enter', does: 'Interval: 15, 4h, 1d, 1w' },
  { keys: '← →', does: 'Move the crosshair or the selected drawing by one bar; with Shift by 10' },
  {
    keys: '↑ ↓',
    does: 'Move the selected drawing or the point to place by one pixel; with Shift by 10',
  },
  listed({ kind: 'oldest' }, 'First bar of the history'),
  listed({ kind: 'newest' }, 'Newest bar'),
  { keys: '+ −', does: 'Zoom' },
  { keys: 'Shift + drag', does: 'Measure price and time' },
  listed({ kind: 'tool', tool: 'trendLine' }, 'Draw a trend line'),
  listed({ kind: 'tool', tool: 'horizontalLine' }, 'Draw a horizontal line'),
  listed({ kind: 'tool', tool: 'verticalLine' }, 'Draw a vertical line'),
  listed({ kind: 'tool', tool: 'fibRetracement' }, 'Draw a Fibonacci retracement'),
  listed(
    { kind: 'enter' },
    'Place a point at the crosshair; edit the selected text, or settings of the selected drawing',
  ),
  {
    keys: 'Ctrl+C, Ctrl+V',
    does: 'Copy the selected drawing; paste it, also on another symbol or in another tab',
  },
  listed({ kind: 'clone' }, 'Clone the selected drawing'),
  listed({ kind: 'remove' }, 'Remove the selected drawing'),
  listed({ kind: 'undo' }, 'Undo'),
  { keys: 'Ctrl+Y, Ctrl+Shift+Z', does: 'Redo' },
  listed({ kind: 'reset' }, 'Reset view'),
  listed({ kind: 'alert' }, 'Alert at the price of the crosshair'),
  listed(opens('alerts'), 'List of alerts'),
  listed(opens('go-to'), 'Go to date'),
  listed(opens('journal'), 'Journal of your notes'),
  listed({ kind: 'note' }, 'New note on the bar of the crosshair'),
  listed(opens('symbol'), 'Facts of the symbol: hours, range of the year, levels'),
  listed(opens('indicators'), 'Indicators'),
  listed(opens('compare'), 'Compare with other instruments'),
  listed({ kind: 'summary' }, 'Summary panel'),
  listed({ kind: 'watchlist' }, 'Watchlist'),
  listed({ kind: 'add-to-watchlist' }, 'Add the symbol to the watchlist'),
  {
    keys: 'In the watchlist: ↑ ↓, Space, Alt+↑ ↓, Del',
    does: 'Show the row’s chart, change its flag, move it, remove it',
  },
  listed(opens('table'), 'Table of the bars'),
  listed({ kind: 'picture' }, 'Save picture'),
  listed({ kind: 'replay' }, 'Replay from the bar at the crosshair; back to live'),
  { keys: 'In a replay: Space, Shift+← →', does: 'Play or pause, step back, step' },
  listed({ kind: 'chart', by: 1 }, 'Next chart of the page'),
  listed({ kind: 'chart', by: -1 }, 'Previous chart of the page'),
  { keys: 'Alt+N', does: 'Market news' },
  { keys: 'F6', does: 'Next region of the page; with Shift the one before' },
  { keys: 'Esc', does: 'Close the open window, leave the tool, hide the crosshair' },
  { keys: '?', does: 'This list' },
];

/** The rows of the shortcuts dialog. */
export function chartKeyList(changed: ChangedKeys): ListedKey[] {
  return ROWS.map((row) => {
    if ('keys' in row) return { ...row, id: null };
    const { command, does } = row;
    return { keys: keysOf(command, true, changed) ?? '', does, id: changeableId(command) };
  });
}
