import {
  CONTACT_PATH,
  CONTACT_TEXTS,
  type ContactFields,
  type ContactRequest,
  checkContact,
} from '@moneytrail/contract/contact-rules';
import { useEffect, useRef, useState } from 'react';
import type { Notice } from '../ui/Snackbar.tsx';
import { useTypedBefore } from '../ui/use-typed-before.ts';

type FieldName = keyof ContactFields;

const EMPTY: ContactFields = { name: '', email: '', phone: '', message: '' };
/** As specified. */
const NOTICE_MS = 2_000;
const TIMEOUT_MS = 15_000;

async function send(request: ContactRequest): Promise<boolean> {
  try {
    const answer = await fetch(CONTACT_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** The contact form: what is typed, what is wrong with it, and its way to the server. */
export function useContactForm() {
  const [fields, setFields] = useState(EMPTY);
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [isSending, setSending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const form = useTypedBefore<ContactFields, HTMLFormElement>(setFields);
  const website = useRef<HTMLInputElement>(null);
  // From the page's own start: the form can be written in before this script has come.
  const begunAtMs = useRef(0);
  useEffect(() => {
    if (!notice) return;
    const timer = window.setTimeout(() => setNotice(null), NOTICE_MS);
    return () => window.clearTimeout(timer);
  }, [notice]);

  const problems = checkContact(fields);
  const isValid = Object.keys(problems).length === 0;
  const submit = async () => {
    if (!isValid || isSending) return;
    setSending(true);
    const sent = fields;
    const sentAtMs = performance.now();
    const isSent = await send({
      ...sent,
      website: website.current?.value ?? '',
      fillMs: Math.round(sentAtMs - begunAtMs.current),
    });
    setSending(false);
    if (isSent) {
      // What was typed meanwhile is the beginning of another message.
      setFields((typed) => (typed === sent ? EMPTY : typed));
      setLeft(new Set());
      begunAtMs.current = sentAtMs;
    }
    setNotice({
      kind: isSent ? 'success' : 'error',
      text: isSent ? CONTACT_TEXTS.sent : CONTACT_TEXTS.failed,
    });
  };
  /** What a field needs: an error is shown once somebody has left it. */
  const field = (name: FieldName) => ({
    name,
    value: fields[name],
    problem: left.has(name) ? problems[name] : undefined,
    onType: (value: string) => setFields((typed) => ({ ...typed, [name]: value })),
    onLeave: () => setLeft((before) => new Set([...before, name])),
  });
  return { form, field, website, isValid, isSending, notice, submit };
}
