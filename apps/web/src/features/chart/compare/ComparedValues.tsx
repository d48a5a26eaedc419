import type { SymbolInfo } from '@moneytrail/contract';
import { decimalsOf, directionOf, formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import { useSelected } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import legend from '../legend/Legend.module.css';
import { ValueOrReason } from '../model/ValueOrReason.tsx';

type Props = { controller: ChartController; symbol: string; info: SymbolInfo | undefined };

const NO_CLOSE = 'no close is known at this bar';
const NO_BASE = 'a percentage counts from a price above zero at the first bar in view';

/** Price and percentage at the crosshair, else at the newest bar. */
export function ComparedValues({ controller, symbol, info }: Props) {
  const { comparedReadings } = controller;
  const readingOf = (all: ReturnType<typeof comparedReadings.get>) =>
    all.find((one) => one.symbol === symbol);
  const close = useSelected(comparedReadings, (all) => readingOf(all)?.close ?? null);
  const percent = useSelected(comparedReadings, (all) => readingOf(all)?.percent ?? null);
  const hasNoBase = useSelected(comparedReadings, (all) => readingOf(all)?.hasNoBase ?? false);
  const isLoading = useSelected(comparedReadings, (all) => {
    const load = readingOf(all)?.load;
    return load === undefined || (load.kind === 'first' && !load.hasBars);
  });
  if (!info || isLoading) return <span className={legend.inputs}>loading…</span>;
  return (
    <span className={legend.ohlc}>
      <ValueOrReason value={close} why={NO_CLOSE}>
        {formatPrice(close, decimalsOf(info.pricescale))}
      </ValueOrReason>
      <span className={legend.change} data-direction={directionOf(percent)}>
        <ValueOrReason value={percent} why={hasNoBase ? NO_BASE : NO_CLOSE}>
          {formatSignedPercent(percent)}
        </ValueOrReason>
      </span>
    </span>
  );
}
