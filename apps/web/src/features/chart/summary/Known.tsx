import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import classes from './Known.module.css';

type Props = {
  value: number | null;
  /** Why the value is not known. */
  why: string;
  children: ReactNode;
};

/** A figure; where it is not known, the reason on hover, focus and tap, and for screen readers. */
export function Known({ value, why, children }: Props) {
  if (value !== null && Number.isFinite(value)) return children;
  return (
    <Tooltip portalProps={IN_MAIN} label={why} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason has to be reached by the keyboard. */}
      <span className={classes.unknown} tabIndex={0}>
        {children}
        <span className="visually-hidden">{why}</span>
      </span>
    </Tooltip>
  );
}
