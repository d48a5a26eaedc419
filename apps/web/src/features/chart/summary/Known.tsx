import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { whyUnknown } from './summary-figures.ts';

type Props = {
  value: number | null;
  /** How many bars the value needs, and how many there are. */
  needed: number;
  has: number;
  children: ReactNode;
};

/** A figure; where it is not known, the reason on hover and for screen readers. */
export function Known({ value, needed, has, children }: Props) {
  const reason = value === null ? whyUnknown(needed, has) : null;
  if (reason === null) return children;
  return (
    <Tooltip portalProps={IN_MAIN} label={reason}>
      <span>
        {children}
        <span className="visually-hidden">{reason}</span>
      </span>
    </Tooltip>
  );
}
