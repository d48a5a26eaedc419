import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { shownCode } from '../../../lib/ticker-code.ts';

type Stored = { symbol: string; resolution: string };

/** `BTCUSD · 1h`, for a stored chart; other clients may store neither, or intervals of their own. */
export function chartWords({ symbol, resolution }: Stored): string {
  const labels: Readonly<Record<string, string>> = RESOLUTION_LABELS;
  const parts = [symbol === '' ? '' : shownCode(symbol), labels[resolution] ?? resolution];
  return parts.filter((part) => part !== '').join(' · ');
}
