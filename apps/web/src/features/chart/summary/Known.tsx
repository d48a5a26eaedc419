import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import classes from './Known.module.css';

/** How the reason is got at, besides pointing. */
const REACHES = {
  tab: { isTouched: true, tabIndex: 0 },
  tap: { isTouched: true, tabIndex: -1 },
  hover: { isTouched: false, tabIndex: undefined },
} as const;

type Props = {
  value: number | null;
  /** Why the value is not known. */
  why: string;
  /** `tap`: in a table, where each dash would be a stop of its own. `hover`: in a button, whose press means something else. */
  reach?: keyof typeof REACHES;
  children: ReactNode;
};

/** A figure; where it is not known, the reason on hover, focus and tap, and for screen readers. */
export function Known({ value, why, reach = 'tab', children }: Props) {
  if (value !== null && Number.isFinite(value)) return children;
  const { isTouched, tabIndex } = REACHES[reach];
  return (
    <Tooltip
      portalProps={IN_MAIN}
      label={why}
      events={{ hover: true, focus: true, touch: isTouched }}
    >
      <span className={classes.unknown} tabIndex={tabIndex}>
        {children}
        <span className="visually-hidden">{why}</span>
      </span>
    </Tooltip>
  );
}
