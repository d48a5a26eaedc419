import { Tooltip } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import classes from './ValueOrReason.module.css';

const REACHES = {
  tab: { isTouched: true, tabIndex: 0 },
  tap: { isTouched: true, tabIndex: -1 },
  inButton: { isTouched: true, tabIndex: undefined },
} as const;

type Props = {
  value: number | null;
  /** The reason if the value is unknown. */
  why: string;
  /**
   * `tap`: in a table, where every dash would be a tab stop. `inButton`: in a button, which a tap on the dash does not
   * press.
   */
  reach?: keyof typeof REACHES;
  children: ReactNode;
};

/** A tap on a dash shows the reason instead of pressing the button; a mouse shows it on hover. */
function keepTap(event: MouseEvent): void {
  const { nativeEvent } = event;
  const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
  if (isTap) event.stopPropagation();
}

/** A value, or the reason why it is unknown, on hover, focus and tap and for screen readers. */
export function ValueOrReason({ value, why, reach = 'tab', children }: Props) {
  if (value !== null && Number.isFinite(value)) return children;
  const { isTouched, tabIndex } = REACHES[reach];
  return (
    <Tooltip
      portalProps={IN_MAIN}
      label={why}
      events={{ hover: true, focus: true, touch: isTouched }}
    >
      {/* biome-ignore lint/a11y: the reason is among the words of the button, the tap only shows it. */}
      <span
        className={classes.unknown}
        tabIndex={tabIndex}
        onClick={reach === 'inButton' ? keepTap : undefined}
      >
        {children}
        <span className="visually-hidden">{why}</span>
      </span>
    </Tooltip>
  );
}
