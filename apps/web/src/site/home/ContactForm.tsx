import { BRAND } from '@moneytrail/contract/brand';
import {
  CONTACT_LENGTHS,
  CONTACT_PATH,
  CONTACT_TEXTS,
  type ContactFields,
  type ContactRequest,
  checkContact,
} from '@moneytrail/contract/contact-rules';
import { type HTMLInputAutoCompleteAttribute, useEffect, useRef, useState } from 'react';
import buttons from '../ui/Button.module.css';
import { useTypedBefore } from '../ui/use-typed-before.ts';
import { WithoutScript } from '../ui/WithoutScript.tsx';
import classes from './ContactForm.module.css';

const MESSAGE_ROWS = 5;

export function ContactForm() {
  const { form, field, website, isValid, isSending, notice, submit } = useContactForm();
  return (
    <form
      ref={form}
      className={classes.form}
      aria-labelledby="contact-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2 id="contact-title" className={classes.title}>
        Write to us
      </h2>
      <WithoutScript>
        <p>
          This form needs JavaScript. Write to{' '}
          <a href={`mailto:${BRAND.contactAddress}`}>{BRAND.contactAddress}</a> instead.
        </p>
      </WithoutScript>
      <ContactField
        {...field('name')}
        label="Name"
        autoComplete="name"
        maxLength={CONTACT_LENGTHS.name}
      />
      <ContactField {...field('email')} label="Email" type="email" autoComplete="email" />
      <ContactField
        {...field('phone')}
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={CONTACT_LENGTHS.phone}
        isOptional
      />
      <ContactField
        {...field('message')}
        label="Message"
        rows={MESSAGE_ROWS}
        maxLength={CONTACT_LENGTHS.message}
      />
      <div className={classes.hidden} aria-hidden="true">
        <label htmlFor="contact-website">Website</label>
        <input ref={website} id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <button
        type="submit"
        className={`${buttons.button} ${classes.submit}`}
        data-kind="navy"
        disabled={!isValid}
        aria-busy={isSending}
      >
        {isSending ? 'Sending…' : 'Submit'}
      </button>
      <Snackbar notice={notice} />
    </form>
  );
}

type Props = {
  label: string;
  name: string;
  value: string;
  problem: string | undefined;
  onType: (value: string) => void;
  onLeave: () => void;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  isOptional?: boolean;
  /** A text area of so many lines; a single-line input if absent. */
  rows?: number;
};

function ContactField(props: Props) {
  const { label, name, value, problem, onType, onLeave, isOptional, rows, ...input } = props;
  const id = `contact-${name}`;
  const shared = {
    id,
    name,
    value,
    className: classes.input,
    required: !isOptional,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
    onBlur: onLeave,
  };
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label} {isOptional && <span className={classes.optional}>(optional)</span>}
      </label>
      {rows === undefined ? (
        <input {...shared} {...input} onChange={({ target }) => onType(target.value)} />
      ) : (
        <textarea
          {...shared}
          {...input}
          rows={rows}
          onChange={({ target }) => onType(target.value)}
        />
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

type FieldName = keyof ContactFields;

const EMPTY: ContactFields = { name: '', email: '', phone: '', message: '' };
/** Specified. */
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

/** State, validation and sending of the contact form. */
function useContactForm() {
  const [fields, setFields] = useState(EMPTY);
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [isSending, setSending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const form = useTypedBefore<ContactFields, HTMLFormElement>(setFields);
  const website = useRef<HTMLInputElement>(null);
  // Counted from navigation start: the form is usable before this script loads.
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
      // Text typed while sending belongs to the next message.
      setFields((typed) => (typed === sent ? EMPTY : typed));
      setLeft(new Set());
      begunAtMs.current = sentAtMs;
    }
    setNotice({
      kind: isSent ? 'success' : 'error',
      text: isSent ? CONTACT_TEXTS.sent : CONTACT_TEXTS.failed,
    });
  };
  /** An error shows once its field has lost the focus. */
  const field = (name: FieldName) => ({
    name,
    value: fields[name],
    problem: left.has(name) ? problems[name] : undefined,
    onType: (value: string) => setFields((typed) => ({ ...typed, [name]: value })),
    onLeave: () => setLeft((before) => new Set([...before, name])),
  });
  return { form, field, website, isValid, isSending, notice, submit };
}

/** The outcome of a user's action. */
type Notice = { kind: 'success' | 'error'; text: string };

type SnackbarProps = { notice: Notice | null };

/** Shows the outcome at the bottom of the screen; its owner removes it. */
function Snackbar({ notice }: SnackbarProps) {
  return (
    <div className={classes.place} role={notice?.kind === 'error' ? 'alert' : 'status'}>
      {notice && (
        <p className={classes.snackbar} data-kind={notice.kind}>
          {notice.text}
        </p>
      )}
    </div>
  );
}
