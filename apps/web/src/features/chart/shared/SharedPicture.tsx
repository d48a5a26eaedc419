import { readLayout } from '@moneytrail/chart/model';
import type { Mark, SymbolInfo } from '@moneytrail/contract';
import { useState } from 'react';
import { EmbeddedChart } from '../embedded/EmbeddedChart.tsx';
import classes from './SharedPage.module.css';

const NO_MARKS: readonly Mark[] = [];

type Props = { info: SymbolInfo; content: string };

/** The shared chart as its owner sent it, live but to be looked at alone. Throws a `LayoutError` for unreadable content. */
export function SharedPicture({ info, content }: Props) {
  const [layout] = useState(() => readLayout(content));
  return (
    <div className={classes.chart} role="img" aria-label={`The ${info.name} chart that was shared`}>
      <div className={classes.chart} inert>
        <EmbeddedChart info={info} marks={NO_MARKS} isExchangeOffline={false} layout={layout} />
      </div>
    </div>
  );
}
