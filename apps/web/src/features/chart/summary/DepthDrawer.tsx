import { CloseButton } from '@mantine/core';
import classes from './DepthDrawer.module.css';
import { DepthTable } from './DepthTable.tsx';
import { type LevelKey, levelName } from './levels.ts';

type Props = { level: LevelKey; onClose: () => void };

/** The bars behind a level, between the chart and the summary. */
export function DepthDrawer({ level, onClose }: Props) {
  const name = levelName(level);
  return (
    <section className={classes.drawer} aria-label={`${name} depth`}>
      <header className={classes.head}>
        <h2 className={classes.title}>{name}: now and next</h2>
        <CloseButton aria-label="Close depth" onClick={onClose} />
      </header>
      <DepthTable level={level} />
    </section>
  );
}
