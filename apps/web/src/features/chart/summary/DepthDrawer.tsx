import { CloseButton } from '@mantine/core';
import { type LevelKey, levelName } from '../../../lib/levels.ts';
import classes from './DepthDrawer.module.css';
import { DepthTable } from './DepthTable.tsx';

type Props = {
  level: LevelKey;
  /** Over the lower half of the summary, where there is no room beside it. */
  isBelow?: boolean;
  onClose: () => void;
};

/** The bars behind a level, between the chart and the summary or over the lower half of the latter. */
export function DepthDrawer({ level, isBelow, onClose }: Props) {
  const name = levelName(level);
  return (
    <section
      className={classes.drawer}
      data-below={isBelow || undefined}
      aria-label={`${name} depth`}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>{name}: now and next</h2>
        <CloseButton
          size="var(--control)"
          iconSize={20}
          aria-label="Close depth"
          onClick={onClose}
        />
      </header>
      <DepthTable level={level} />
    </section>
  );
}
