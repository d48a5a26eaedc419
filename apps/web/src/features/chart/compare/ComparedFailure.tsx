import type { LoadState } from '@moneytrail/chart';
import { parseSymbol } from '@moneytrail/contract';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import type { ChartController } from '../controller/chart-controller.ts';
import legend from '../legend/Legend.module.css';
import { useChartScreen } from '../model/chart-context.ts';
import classes from './ComparedRows.module.css';
import { isLock } from './load-of.ts';

type Props = {
  controller: ChartController;
  symbol: string;
  load: Extract<LoadState, { kind: 'failed' }>;
};

/** Why there is no line, or only a part of it, and what helps. */
export function ComparedFailure({ controller, symbol, load }: Props) {
  const { refuse } = useChartScreen();
  const { comparison } = controller.engine;
  if (isLock(load.cause)) {
    const parsed = parseSymbol(symbol);
    const { exchange = 'FMP', code = symbol } = parsed.ok ? parsed.symbol : {};
    return (
      <button
        type="button"
        className={classes.help}
        onClick={() => refuse({ exchange, code, retry: () => comparison.reopen(symbol) })}
      >
        <IconLock size={14} stroke={1.75} aria-hidden="true" /> Locked
      </button>
    );
  }
  const text = load.part === 'older' ? 'older bars are missing' : 'could not be loaded';
  return (
    <>
      <span className={legend.problem} title={load.message}>
        {text}
      </span>
      <button type="button" className={classes.help} onClick={() => comparison.retry(symbol)}>
        <IconRefresh size={14} stroke={1.75} aria-hidden="true" /> Retry
      </button>
    </>
  );
}
