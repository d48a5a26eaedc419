import type { AuditEntryShown } from '@moneytrail/contract';
import { Dialog } from '../../../ui/Dialog.tsx';
import { momentText } from '../Moment.tsx';
import classes from '../OperationsPage.module.css';
import { personText } from './audit-columns.tsx';
import { changesOf } from './changes-of.ts';

type Props = { entry: AuditEntryShown; onClose: () => void };

/** One entry of the record whole, what it changed field by field. */
export function EntryDialog({ entry, onClose }: Props) {
  const changes = changesOf(entry);
  const facts = [
    ['Time', momentText(entry.at)],
    ['Actor', personText(entry.actorName, entry.actorId)],
    ['Subject', personText(entry.subjectName, entry.subjectId)],
    ['Reason', entry.reason],
    ['Address', entry.address],
    ['Device', entry.deviceId],
    ['Request', entry.requestId],
  ] as const;
  return (
    <Dialog title={`${entry.seq} · ${entry.action}`} width={720} onPhone="full" onClose={onClose}>
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
                <th scope="row">{field}</th>
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
