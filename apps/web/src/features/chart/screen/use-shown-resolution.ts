import type { Resolution } from '@moneytrail/calendar';
import { useEffect, useState } from 'react';
import type { ChartRoute } from '../model/use-chart-route.ts';

/** Every instrument has daily bars. */
const SUBSTITUTE: Resolution = '1D';

type Choice = {
  shown: Resolution;
  /** The interval that the person chose, while an instrument without it is shown; else null. */
  passedOver: Resolution | null;
};

/**
 * The interval to show: that of the address, or daily bars of an instrument without it. The address then names the
 * daily bars, and an interval that was passed over returns with the first instrument that has it. `offered` is undefined
 * while the instrument is not known.
 */
export function chooseResolution(
  address: Resolution,
  passedOver: Resolution | null,
  offered: readonly Resolution[] | undefined,
): Choice {
  const wanted = passedOver !== null && address === SUBSTITUTE ? passedOver : address;
  if (offered === undefined) return { shown: address, passedOver };
  if (!offered.includes(wanted)) return { shown: SUBSTITUTE, passedOver: wanted };
  return { shown: wanted, passedOver: wanted === address ? null : passedOver };
}

type ShownResolution = Pick<ChartRoute, 'setResolution' | 'openInstrument' | 'nameInstrument'> & {
  resolution: Resolution;
  /** The chosen interval that the instrument shown does not have; null if it has it. */
  missing: Resolution | null;
};

/** Keeps the interval on the screen and the one in the address the same, whatever the instrument offers. */
export function useShownResolution(
  route: ChartRoute,
  offered: readonly Resolution[] | undefined,
): ShownResolution {
  const { resolution: address, restoreResolution } = route;
  const [before, setPassedOver] = useState<Resolution | null>(null);
  const { shown, passedOver } = chooseResolution(address, before, offered);
  useEffect(() => {
    setPassedOver(passedOver);
    if (shown !== address) restoreResolution(shown);
  });
  const isMissing = passedOver !== null && offered?.includes(passedOver) === false;
  return {
    resolution: shown,
    missing: isMissing ? passedOver : null,
    setResolution: (resolution) => {
      setPassedOver(null);
      route.setResolution(resolution);
    },
    openInstrument: (at) => {
      setPassedOver(null);
      route.openInstrument(at);
    },
    nameInstrument: (at) => {
      setPassedOver(null);
      route.nameInstrument(at);
    },
  };
}
