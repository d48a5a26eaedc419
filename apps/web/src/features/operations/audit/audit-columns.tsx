import type { AuditEntryShown } from '@moneytrail/contract';
import { actionText, fieldText } from '../../../lib/action-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { TableColumn } from '../../../ui/data-table/use-data-table.ts';
import { Moment, momentText, openColumn } from '../cells.tsx';
import classes from '../OperationsPage.module.css';
import { changesOf, instrumentOf } from './audit-csv.ts';

/** An address, or the id of a deleted account. */
const personText = (name: string | null, id: string | null) => name ?? id ?? '–';

function changeText(entry: AuditEntryShown): string {
  return changesOf(entry)
    .filter(({ field, isChanged }) => isChanged && field !== 'instrument')
    .map(
      ({ field, before, after }) =>
        `${fieldText(field)}: ${before === '–' ? '' : `${before} → `}${after}`,
    )
    .join(', ');
}

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
    { id: 'action', head: 'Action', widthPx: 200, text: ({ action }) => actionText(action) },
    {
      id: 'actor',
      head: 'Actor',
      widthPx: 210,
      leastPx: 150,
      text: ({ actorName, actorId }) => personText(actorName, actorId),
    },
    {
      id: 'subject',
      head: 'Subject',
      widthPx: 210,
      leastPx: 150,
      text: ({ subjectName, subjectId }) => personText(subjectName, subjectId),
    },
    {
      id: 'instrument',
      head: 'Instrument',
      widthPx: 160,
      leastPx: 130,
      text: (entry) => instrumentOf(entry) ?? '–',
    },
    {
      id: 'change',
      head: 'Change',
      widthPx: 280,
      leastPx: 160,
      text: changeText,
      cell: (entry) => (
        <span className={classes.long} title={changeText(entry)}>
          {changeText(entry) || '–'}
        </span>
      ),
    },
    openColumn('Details', ({ seq, action }) => `Show entry ${seq}: ${actionText(action)}`, onOpen),
  ];
}

type Props = { entry: AuditEntryShown; onClose: () => void };

/** The whole entry with its changed fields. */
export function EntryDialog({ entry, onClose }: Props) {
  const changes = changesOf(entry);
  const facts = [
    ['Time', momentText(entry.at)],
    ['Actor', personText(entry.actorName, entry.actorId)],
    ['Subject', personText(entry.subjectName, entry.subjectId)],
    ['Instrument', instrumentOf(entry)],
    ['Reason', entry.reason],
    ['Address', entry.address],
    ['Device', entry.deviceId],
    ['Request', entry.requestId],
  ] as const;
  return (
    <Dialog
      title={`${entry.seq} · ${actionText(entry.action)}`}
      width={720}
      onPhone="full"
      onClose={onClose}
    >
      <dl className={classes.facts}>
        {facts.map(([name, text]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} text`}>{text ?? '–'}</dd>,
        ])}
      </dl>
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after, isChanged }) => (
              <tr key={field} data-changed={isChanged || undefined}>
                <th scope="row">{fieldText(field)}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
