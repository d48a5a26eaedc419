import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { decimalsOf } from '../../../lib/format.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { usePreferences } from '../preferences/preferences.ts';
import { zoneOf } from '../session/chart-zone.ts';
import { useChart } from '../session/use-chart.ts';
import { useOpenChart } from '../session/use-open-chart.ts';
import { BottomStrip } from '../strip/BottomStrip.tsx';
import { Toolbar } from '../toolbar/Toolbar.tsx';
import { useFullScreen } from '../toolbar/use-full-screen.ts';
import { ChartArea } from './ChartArea.tsx';
import { ChartScreenProvider, type ChartScreenState } from './chart-context.ts';
import classes from './LiveChart.module.css';
import { offlineText } from './messages.ts';
import { NOTHING_OPEN, type OpenPanel } from './open-panel.ts';

type Props = {
  info: SymbolInfo;
  resolution: Resolution;
  isExchangeOffline: boolean;
  hasSummary: boolean;
  setSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
};

/** The screen around one chart. */
export function LiveChart({ hasSummary, ...given }: Props) {
  const { info, resolution, isExchangeOffline } = given;
  const { zone } = usePreferences();
  const { place, session } = useChart(info.timezone);
  useOpenChart(session, info, resolution);
  const [, openPanel] = useState<OpenPanel>(NOTHING_OPEN);
  const fullScreen = useFullScreen();
  const state: ChartScreenState = {
    ...given,
    session,
    openPanel,
    decimals: decimalsOf(info.pricescale),
    zone: zoneOf(zone, info.timezone),
  };
  return (
    <ChartScreenProvider value={state}>
      <div className={classes.screen} data-full-screen={fullScreen.isOn || undefined}>
        {isExchangeOffline && (
          <Banner kind="warning" icon={<IconPlugConnectedX size={20} stroke={1.75} />}>
            {offlineText(info.exchange)}
          </Banner>
        )}
        <Toolbar hasSummary={hasSummary} fullScreen={fullScreen} />
        <div className={classes.row}>
          <div className={classes.column}>
            <ChartArea place={place} />
            <BottomStrip />
          </div>
        </div>
      </div>
    </ChartScreenProvider>
  );
}
