import type { PriceSignal } from '@moneytrail/contract';
import { Chip } from '../../ui/Chip.tsx';
import { SIGNAL_TEXTS } from './texts.ts';

type Props = { signal: Pick<PriceSignal, 'side' | 'lastMark'> };

/** The side of the mark that is present, and whether it is strong. */
export function SideChip({ signal: { side, lastMark } }: Props) {
  if (side === 'none') return <Chip kind="neutral">{SIGNAL_TEXTS.noMark}</Chip>;
  const strength = lastMark?.strong ? ' · strong' : '';
  return side === 'buy' ? (
    <Chip kind="success">▲ BUY{strength}</Chip>
  ) : (
    <Chip kind="error">▼ SELL{strength}</Chip>
  );
}
