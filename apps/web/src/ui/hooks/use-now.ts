import { useInterval } from '@mantine/hooks';
import { SECOND_MS } from '@moneytrail/calendar';
import { useState } from 'react';

/** A clock's time, updated every second. */
export function useNow(now: () => number): number {
  const [nowMs, setNow] = useState(now);
  useInterval(() => setNow(now()), SECOND_MS, { autoInvoke: true });
  return nowMs;
}
