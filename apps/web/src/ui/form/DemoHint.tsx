import form from './form.module.css';

/** Where the server writes the page of the demo mailbox; empty where messages are sent. */
const META = 'meta[name="demo-mailbox"]';

/** The page that shows what demo mode sends; null where messages are sent. */
function readDemoMailbox(): string | null {
  return document.querySelector<HTMLMetaElement>(META)?.content || null;
}

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
