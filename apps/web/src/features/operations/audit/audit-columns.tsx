import type { AuditEntryShown } from '@moneytrail/contract';
import type { TableColumn } from '../../../ui/data-table/table-column.ts';
import { Moment, momentText } from '../Moment.tsx';
import classes from '../OperationsPage.module.css';
import { openColumn } from '../open-column.tsx';
import { changesOf } from './changes-of.ts';

/** Somebody by their address; an account that is gone by its id. */
export const personText = (name: string | null, id: string | null) => name ?? id ?? '–';

function changeText(entry: AuditEntryShown): string {
  return changesOf(entry)
    .filter(({ isChanged }) => isChanged)
    .map(({ field, before, after }) => `${field}: ${before === '–' ? '' : `${before} → `}${after}`)
    .join(', ');
}

/** The columns of the audit log; the eye opens the whole entry. */
export function auditColumns(
  onOpen: (entry: AuditEntryShown) => void,
): TableColumn<AuditEntryShown>[] {
  return [
    {
      id: 'at',
      head: 'Time',
      role: 'title',
      widthPx: 170,
      text: ({ at }) => momentText(at),
      cell: ({ at }) => <Moment at={at} />,
    },
    { id: 'action', head: 'Action', widthPx: 200, text: ({ action }) => action },
    {
      id: 'actor',
      head: 'Actor',
      widthPx: 210,
      text: ({ actorName, actorId }) => personText(actorName, actorId),
    },
    {
      id: 'subject',
      head: 'Subject',
      widthPx: 210,
      text: ({ subjectName, subjectId }) => personText(subjectName, subjectId),
    },
    {
      id: 'change',
      head: 'Change',
      widthPx: 280,
      text: changeText,
      cell: (entry) => (
        <span className={classes.long} title={changeText(entry)}>
          {changeText(entry) || '–'}
        </span>
      ),
    },
    openColumn('Details', ({ seq, action }) => `Show entry ${seq}: ${action}`, onOpen),
  ];
}
