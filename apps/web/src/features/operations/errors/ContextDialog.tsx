import type { ErrorEntry } from '@moneytrail/contract';
import { Dialog } from '../../../ui/Dialog.tsx';
import { JsonText } from '../../../ui/JsonText.tsx';
import { momentText } from '../Moment.tsx';
import classes from '../OperationsPage.module.css';

/** What is known of a failure besides its message. */
export function ContextDialog({ entry, onClose }: { entry: ErrorEntry; onClose: () => void }) {
  const { source, message, count, firstSeen, timestamp, context } = entry;
  return (
    <Dialog title="Context" width={720} onPhone="full" onClose={onClose}>
      <dl className={classes.facts}>
        <dt>Message</dt>
        <dd>{message}</dd>
        <dt>Source</dt>
        <dd>{source}</dd>
        <dt>Seen</dt>
        <dd>
          {count === 1
            ? momentText(timestamp)
            : `${count} times, first ${momentText(firstSeen)}, last ${momentText(timestamp)}`}
        </dd>
      </dl>
      <JsonText label="Context as JSON" value={context} />
    </Dialog>
  );
}
