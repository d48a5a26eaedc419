import { useWindowEvent } from '@mantine/hooks';
import { isKeyOfOverlay } from '../../../ui/is-key-of-overlay.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { type ChartCommand, chartCommand } from './chart-keys.ts';

/** Where keys belong to what is typed into. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** What `Enter` presses. */
const PRESSED = 'button, a[href], summary';

function isPressed({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' && target instanceof Element && target.closest(PRESSED) !== null;
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** Held for another key, which has not come yet. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];

type Deps = {
  /** The interval that is being typed; any key that is not part of it gives it up. */
  typed: string;
  clearTyped: () => void;
  run: (command: ChartCommand) => boolean;
};

/** Hands the keys of the live chart over as commands; `run` says whether it took one. */
export function useChartKeys({ typed, clearTyped, run }: Deps): void {
  const { hasSingleKeys } = usePreferences();
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isTyped(event.target) || isKeyOfOverlay(event)) return;
    if (typed === '' && isPressed(event)) return;
    const command = chartCommand(event, { typed, hasSingleKeys });
    if (command?.kind !== 'interval' && !MODIFIERS.includes(event.key)) clearTyped();
    if (command && run(command)) event.preventDefault();
  });
}
