import type { StoredMessage } from '@moneytrail/contract';
import { Dialog } from '../../../ui/Dialog.tsx';
import { momentText } from '../Moment.tsx';
import classes from '../OperationsPage.module.css';

type Props = { entry: StoredMessage; onClose: () => void };

/** A message whole, as it was typed; its address begins an answer. */
export function MessageDialog({ entry, onClose }: Props) {
  const { createdAt, name, email, phone, message } = entry;
  return (
    <Dialog title="Message" width={720} onPhone="full" onClose={onClose}>
      <dl className={classes.facts}>
        <dt>Name</dt>
        <dd dir="auto">{name}</dd>
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
        </dd>
        <dt>Phone</dt>
        <dd>{phone === null ? '–' : <a href={`tel:${phone}`}>{phone}</a>}</dd>
        <dt>Sent</dt>
        <dd>{momentText(createdAt)}</dd>
      </dl>
      <p className={classes.written} dir="auto">
        {message}
      </p>
    </Dialog>
  );
}
