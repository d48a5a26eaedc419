import type { StudyId } from '@moneytrail/indicators';

/** What lies over the chart; at most one thing does. */
export type OpenPanel =
  | { kind: 'none' }
  | { kind: 'search'; text: string }
  | { kind: 'indicators' }
  | { kind: 'inputs'; study: StudyId }
  | { kind: 'settings' }
  | { kind: 'table' }
  | { kind: 'shortcuts' };

export const NOTHING_OPEN: OpenPanel = { kind: 'none' };
