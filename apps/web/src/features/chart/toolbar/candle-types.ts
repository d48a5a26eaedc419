import type { CandleType } from '@moneytrail/chart';
import {
  IconChartArea,
  IconChartBar,
  IconChartCandle,
  IconChartCandleFilled,
  IconChartLine,
  IconWaveSine,
  type TablerIcon,
} from '@tabler/icons-react';

export const CANDLE_TYPE_LOOKS: Readonly<Record<CandleType, { label: string; icon: TablerIcon }>> =
  {
    candles: { label: 'Candles', icon: IconChartCandleFilled },
    hollow: { label: 'Hollow candles', icon: IconChartCandle },
    bars: { label: 'Bars', icon: IconChartBar },
    line: { label: 'Line', icon: IconChartLine },
    area: { label: 'Area', icon: IconChartArea },
    heikinAshi: { label: 'Heikin-Ashi', icon: IconWaveSine },
  };
