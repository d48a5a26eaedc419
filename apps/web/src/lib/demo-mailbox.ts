/** Where the server writes the page of the demo mailbox; empty where messages are sent. */
const META = 'meta[name="demo-mailbox"]';

/** The page that shows what demo mode sends; null where messages are sent. */
export function readDemoMailbox(): string | null {
  return document.querySelector<HTMLMetaElement>(META)?.content || null;
}
