import { useMediaQuery } from '@mantine/hooks';
import { createValueStore } from '../../../lib/value-store.ts';
import { useValue } from '../../../stores/use-value.ts';
import { ROOMY, SPACIOUS } from '../../../ui/breakpoints.ts';
import {
  presentPreferences,
  updatePreferences,
  usePreferences,
} from '../preferences/preferences.ts';

/** In windows without room for it the summary is a drawer, closed until it is asked for. */
const isDrawerOpen = createValueStore(false);

export type SummaryPanelState = {
  isOpen: boolean;
  toggle: () => void;
  /** It has taken its room from the chart for a moment only. */
  isDrawer: boolean;
  /** The depth of a level has no room beside the summary and stands in it. */
  holdsDepth: boolean;
};

/** Whether the summary stands beside the chart: by preference where there is room, else while its drawer is open. */
export function useSummaryPanel(): SummaryPanelState {
  const hasRoom = useMediaQuery(ROOMY, undefined, { getInitialValueInEffect: false });
  const holdsDepth = !useMediaQuery(SPACIOUS, undefined, { getInitialValueInEffect: false });
  const { isSummaryOpen } = usePreferences();
  const isDrawn = useValue(isDrawerOpen);
  return {
    isOpen: hasRoom ? isSummaryOpen : isDrawn,
    toggle: () => {
      if (hasRoom) updatePreferences({ isSummaryOpen: !presentPreferences().isSummaryOpen });
      else isDrawerOpen.set(!isDrawerOpen.get());
    },
    isDrawer: !hasRoom,
    holdsDepth,
  };
}
