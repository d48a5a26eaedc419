import { createValueStore } from '../../../lib/value-store.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useChartScreen } from '../model/chart-context.ts';
import type { SavedState } from '../saved/layout-saver.ts';

const NOTHING = createValueStore<SavedState>({ layout: null, status: 'none', message: null });

/** The saved state of the chart on the screen. */
export function useSavedState(): SavedState {
  const { saver } = useChartScreen();
  return useValue(saver?.state ?? NOTHING);
}

const STATUS_TEXTS: Readonly<Record<SavedState['status'], string>> = {
  none: 'Not saved',
  saved: 'All changes saved',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  waiting: 'No connection: your changes are kept here and sent later',
  refused: 'Not saved',
};

export function savedText({ status, message }: SavedState): string {
  return message ?? STATUS_TEXTS[status];
}
