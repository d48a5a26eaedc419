import { useWindowEvent } from '@mantine/hooks';
import { usePreferences } from '../preferences/preferences.ts';
import { type ChartCommand, chartCommand } from './chart-keys.ts';

/** Where keys belong to something else: what is typed into, and what lies over the page. */
const FOREIGN =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

function isForeign(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FOREIGN) !== null;
}

/** Hands the keys of the live chart over as commands; `run` says whether it took one. */
export function useChartKeys(typed: string, run: (command: ChartCommand) => boolean): void {
  const { hasSingleKeys } = usePreferences();
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || isForeign(event.target)) return;
    const command = chartCommand(event, { typed, hasSingleKeys });
    if (command && run(command)) event.preventDefault();
  });
}
