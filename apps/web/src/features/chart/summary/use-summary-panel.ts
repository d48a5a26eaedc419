import { useMediaQuery } from '@mantine/hooks';
import { createValueStore } from '../../../lib/value-store.ts';
import { useValue } from '../../../stores/use-value.ts';
import { ROOMY, SPACIOUS } from '../../../ui/breakpoints.ts';
import {
  presentPreferences,
  updatePreferences,
  usePreferences,
} from '../preferences/preferences.ts';

/** Without room beside the chart the summary is a drawer, closed at first. */
const isDrawerOpen = createValueStore(false);

/** The summary is open by preference if there is room beside the chart, else while its drawer is open. */
export function useSummaryPanel() {
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
    /** There is no room beside the summary: the depth of a level goes inside it. */
    holdsDepth,
  };
}
