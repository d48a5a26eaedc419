import { Tooltip } from '@mantine/core';
import { formatAge } from '../../../lib/format-time.ts';
import { useValue } from '../../../stores/use-value.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { STATUS_LOOKS, STATUS_REASONS } from './feed-status.ts';
import { LastBarText } from './LastBarText.tsx';
import classes from './StatusBadge.module.css';
import { useFeedStatus } from './use-feed-status.ts';

type Props = {
  controller: ChartController;
  /** Within a button the badge is a part of that, and takes no focus of its own. */
  isInButton?: boolean;
};

/** Dot, word and age: how fresh the price is. Why, and of when the last bar is, on hover, focus and tap. */
export function StatusBadge({ controller, isInButton = false }: Props) {
  const { status, nowMs } = useFeedStatus(controller);
  const lastTickMs = useValue(controller.lastTickMs);
  const { mark, word } = STATUS_LOOKS[status];
  const why = (
    <>
      {STATUS_REASONS[status]} <LastBarText controller={controller} nowMs={nowMs} />
    </>
  );
  return (
    <Tooltip
      portalProps={IN_MAIN}
      label={why}
      events={{ hover: true, focus: true, touch: !isInButton }}
    >
      <span className={classes.badge} data-status={status} {...(!isInButton && { tabIndex: 0 })}>
        <span aria-hidden="true">{mark}</span> {word}
        {lastTickMs !== null && (
          <span className={classes.age}>{formatAge(nowMs - lastTickMs)}</span>
        )}
        <span className="visually-hidden">. {why}</span>
      </span>
    </Tooltip>
  );
}
