import { Popover } from '@mantine/core';
import type { BackfillStatus } from '@moneytrail/contract';
import { useState } from 'react';
import { serverClock } from '../../api/server-clock.ts';
import { Chip } from '../../ui/Chip.tsx';
import { IN_MAIN } from '../../ui/in-main.ts';
import classes from './BackfillChip.module.css';
import { backfillFacts, STATUS_KINDS } from './status-words.ts';

const DETAILS_PX = 300;

type Props = { code: string; status: BackfillStatus | undefined };

/** The state of an instrument's backfill; hovered or pressed, everything that is known of it. */
export function BackfillChip({ code, status }: Props) {
  const [isHovered, setHovered] = useState(false);
  const [isPinned, setPinned] = useState(false);
  const word = status?.status ?? 'NA';
  const facts = status ? backfillFacts(status, serverClock.now()) : [];
  const chip = <Chip kind={STATUS_KINDS[word]}>{word}</Chip>;
  if (facts.length === 0) return chip;
  return (
    <Popover
      opened={isHovered || isPinned}
      onChange={setPinned}
      width={DETAILS_PX}
      position="bottom-end"
      portalProps={IN_MAIN}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.target}
          aria-label={`Backfill of ${code}: ${word}`}
          onClick={() => setPinned((is) => !is)}
          onMouseEnter={() => setHovered(true)}
          onMouseLeave={() => setHovered(false)}
        >
          {chip}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <strong>{code}</strong>
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {status?.status === 'running' && status.total !== null && (
          <progress
            className={classes.progress}
            max={status.total}
            value={status.done}
            aria-label="Parts read"
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
