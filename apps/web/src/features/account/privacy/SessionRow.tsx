import { Button } from '@mantine/core';
import type { SessionEntry } from '@moneytrail/contract';
import { serverClock } from '../../../api/server-clock.ts';
import { formatMoment, formatSince } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/Chip.tsx';
import classes from './SessionsPanel.module.css';

type Props = { entry: SessionEntry; isBusy: boolean; onEnd: () => void };

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** One place: the device, its address, when it was used last. */
export function SessionRow({ entry, isBusy, onEnd }: Props) {
  const lastUsedMs = Date.parse(entry.lastUsedAt);
  const device = entry.deviceInfo || 'Unknown device';
  return (
    <li className={classes.row}>
      <div className={classes.place}>
        <span className={classes.device}>
          {device}
          {entry.isCurrent && <Chip kind="info">This device</Chip>}
        </span>
        <span className={classes.dim}>
          {entry.address} ·{' '}
          <time dateTime={entry.lastUsedAt} title={formatMoment(lastUsedMs, ZONE)}>
            {formatSince(lastUsedMs, serverClock.now(), ZONE)}
          </time>
        </span>
      </div>
      {!entry.isCurrent && (
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          onClick={onEnd}
          aria-label={`End the session on ${device}`}
        >
          End
        </Button>
      )}
    </li>
  );
}
