import { readDemoMailbox } from '../../lib/demo-mailbox.ts';
import form from './form.module.css';

/** Leads to what was sent, where demo mode sends nothing. */
export function DemoHint() {
  const mailbox = readDemoMailbox();
  if (mailbox === null) return null;
  return (
    <p className={form.hint}>
      Demo: what was sent stands in the{' '}
      <a href={mailbox} target="_blank" rel="noreferrer">
        demo mailbox
      </a>
      .
    </p>
  );
}
