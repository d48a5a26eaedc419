import { useInterval } from '@mantine/hooks';
import { SECOND_MS } from '@moneytrail/calendar';
import { useState } from 'react';

/** The time of a clock, once a second. */
export function useNow(now: () => number): number {
  const [nowMs, setNow] = useState(now);
  useInterval(() => setNow(now()), SECOND_MS, { autoInvoke: true });
  return nowMs;
}
