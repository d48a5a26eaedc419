import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { decimalsOf } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { type PaneChoice, paneOf } from '../phone/pane-choice.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { zoneOf } from '../session/chart-zone.ts';
import { useChart } from '../session/use-chart.ts';
import { useOpenChart } from '../session/use-open-chart.ts';
import { useRetryWhenBack } from '../session/use-retry-when-back.ts';
import { Tour } from '../tour/Tour.tsx';
import { ChartScreenProvider, type ChartScreenState } from './chart-context.ts';
import classes from './LiveChart.module.css';
import { LiveChartLayout } from './LiveChartLayout.tsx';
import { offlineText } from './messages.ts';
import { NOTHING_OPEN, type OpenPanel } from './open-panel.ts';
import { useIsLow } from './use-is-low.ts';

type Props = {
  info: SymbolInfo;
  resolution: Resolution;
  isExchangeOffline: boolean;
  hasSummary: boolean;
  setSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
};

/** One chart with everything around it: what its parts share is made here. */
export function LiveChart({ hasSummary, ...given }: Props) {
  const { info, resolution, isExchangeOffline } = given;
  const isPhone = useIsPhone();
  const preferences = usePreferences();
  const [panel, openPanel] = useState<OpenPanel>(NOTHING_OPEN);
  const [paneChoice, setPaneChoice] = useState<PaneChoice>('longShort');
  const [placeArea, isLow] = useIsLow();
  const hasOnePane = isPhone || isLow;
  const limit = hasOnePane ? paneOf(paneChoice) : null;
  const { place, session } = useChart(info.timezone, limit);
  useOpenChart(session, info, resolution);
  useRetryWhenBack(session, isExchangeOffline);
  const state: ChartScreenState = {
    ...given,
    session,
    openPanel,
    leftOutStudy: limit?.hides ?? null,
    decimals: decimalsOf(info.pricescale),
    zone: zoneOf(preferences.zone, info.timezone),
  };
  return (
    <ChartScreenProvider value={state}>
      {isExchangeOffline && (
        <Banner kind="warning" icon={<IconPlugConnectedX size={20} stroke={1.75} />}>
          {offlineText(info.exchange)}
        </Banner>
      )}
      <div className={classes.screen}>
        <LiveChartLayout
          panel={panel}
          hasSummary={hasSummary}
          placeArea={placeArea}
          placeChart={place}
          paneChoice={hasOnePane ? paneChoice : null}
          onPaneChoice={setPaneChoice}
        />
      </div>
      {session && <Tour hasSummary={hasSummary} />}
    </ChartScreenProvider>
  );
}
