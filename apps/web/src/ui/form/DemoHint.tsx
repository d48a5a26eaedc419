import form from './form.module.css';

/** Set by the server; empty where messages are really sent. */
const META = 'meta[name="demo-mailbox"]';

function readDemoMailbox(): string | null {
  return document.querySelector<HTMLMetaElement>(META)?.content || null;
}

/** Links to the demo mailbox; renders nothing where messages are really sent. */
export function DemoHint() {
  const mailbox = readDemoMailbox();
  if (mailbox === null) return null;
  return (
    <p className={form.hint}>
      Demo: sent messages appear in the{' '}
      <a href={mailbox} target="_blank" rel="noreferrer">
        demo mailbox
      </a>
      .
    </p>
  );
}
