import { Tooltip } from '@mantine/core';
import { IconChevronsRight } from '@tabler/icons-react';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import classes from './NewestButton.module.css';

const ABOVE_BORDER_PX = 12;

/** Returns to the newest bar; shown while that bar is out of view. */
export function NewestButton({ controller }: { controller: ChartController }) {
  const isAway = useSelected(controller.visible, (visible) => visible?.isNewest === false);
  const [main] = useValue(controller.panes);
  if (!isAway || !main) return null;
  const { topPx, heightPx } = main;
  return (
    <div className={classes.place} style={{ top: topPx + heightPx - ABOVE_BORDER_PX }}>
      <Tooltip label="Newest bar (End)" portalProps={IN_MAIN}>
        <button
          type="button"
          className={classes.button}
          aria-label="Newest bar"
          onClick={() => controller.engine.showNewest()}
        >
          <IconChevronsRight size={18} stroke={1.75} />
        </button>
      </Tooltip>
    </div>
  );
}
