import { isDateResolution, type Resolution } from '@moneytrail/calendar';
import type { Period } from 'klinecharts';

/** The library's name of a resolution: it spaces the times beyond the last bar. */
export function klinePeriod(resolution: Resolution): Period {
  if (isDateResolution(resolution)) {
    const type = ({ '1D': 'day', '1W': 'week', '1M': 'month' } as const)[resolution];
    return { type, span: 1 };
  }
  return { type: 'minute', span: Number(resolution) };
}
