import { CloseButton } from '@mantine/core';
import type { Summary } from '@moneytrail/contract';
import { DepthTable } from './DepthTable.tsx';
import { type LevelKey, levelOf } from './levels.ts';
import classes from './summary.module.css';

type Props = {
  summary: Summary;
  level: LevelKey;
  decimals: number;
  zone: string;
  onClose: () => void;
};

/** The depth of a level, left of the panel and over the chart, which stays in use. `Esc` is the page's to handle. */
export function DepthDrawer({ summary, level, decimals, zone, onClose }: Props) {
  const { name } = levelOf(level);
  const rows = summary[level].bars;
  return (
    <aside className={classes.drawer} aria-label={`${name} depth`}>
      <div className={classes.drawerHead}>
        <h2>{name} depth</h2>
        <CloseButton aria-label="Close depth" onClick={onClose} />
      </div>
      <p className={classes.drawerNote}>
        {rows.length === 1 ? '1 bar' : `${rows.length} bars`}, newest first. The highlighted bar is
        the present level; when it leaves the window, the one above it takes over.
      </p>
      <div className={classes.drawerBody}>
        <DepthTable rows={rows} decimals={decimals} zone={zone} />
      </div>
    </aside>
  );
}
