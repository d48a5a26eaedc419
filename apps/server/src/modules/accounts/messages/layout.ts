import { BRAND } from '@moneytrail/contract';
import { escapeHtml } from '../../../escape-html.ts';
import type { MailMessage } from '../../../outside/mail.ts';

export type MailContent = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** A code to enter or a link to follow, placed after greeting and reason, the first two paragraphs. */
  code?: string;
  action?: { label: string; url: string };
};

/** Colours of the pages' light theme by the names of their tokens: mail programs know no variables. */
const COLOURS = {
  bg: '#F3F6FB',
  surface: '#FFFFFF',
  alt: '#EDF2F9',
  bar: '#12284B',
  onBar: '#FFFFFF',
  text: '#0C1930',
  textDim: '#475772',
  heading: '#12284B',
  action: '#D86300',
  onAction: '#0C1930',
} as const;
const FONT = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif";

function signature(): string {
  return `${BRAND.toolbarName} · ${BRAND.tagline}\n${BRAND.contactAddress}`;
}

function textOf({ heading, paragraphs, code, action }: MailContent): string {
  const middle = [code, action && `${action.label}: ${action.url}`].filter((line) => line);
  return [
    heading,
    ...paragraphs.slice(0, 2),
    ...middle,
    ...paragraphs.slice(2),
    `--\n${signature()}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:${COLOURS.text}">${escapeHtml(text)}</p>`;
}

function htmlOf({ subject, heading, paragraphs, code, action }: MailContent): string {
  const [reasons, rest] = [paragraphs.slice(0, 2), paragraphs.slice(2)];
  const codeBlock = code
    ? `<p style="margin:0 0 16px;font-size:32px;line-height:40px;letter-spacing:8px;font-weight:700;color:${COLOURS.heading}">${escapeHtml(code)}</p>`
    : '';
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:${COLOURS.action};color:${COLOURS.onAction};font-weight:700;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:${COLOURS.bg};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:${COLOURS.surface};border-radius:8px;overflow:hidden">
<tr><td style="padding:20px 32px;background:${COLOURS.bar};color:${COLOURS.onBar};font-weight:700;letter-spacing:1px">${BRAND.toolbarName}</td></tr>
<tr><td style="padding:32px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:30px;color:${COLOURS.heading}">${escapeHtml(heading)}</h1>
${[...reasons.map(paragraph), codeBlock, button, ...rest.map(paragraph)].filter((part) => part).join('\n')}
</td></tr>
<tr><td style="padding:16px 32px;background:${COLOURS.alt};font-size:13px;line-height:20px;color:${COLOURS.textDim}">${BRAND.tagline}<br>${BRAND.contactAddress}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** Renders the text and HTML forms, which have the same content. */
function renderMail(content: MailContent): MailMessage {
  const { to, subject } = content;
  return { to, subject, text: textOf(content), html: htmlOf(content) };
}

/** Text that mail programs may turn into a link. */
const LINK = /\S\.\p{L}{2}|[:/@]/u;

/** The name may come from a stranger who registered the address: a name that looks like a link is left out. */
function greeting({ first_name: name }: Reader): string {
  return LINK.test(name) ? 'Hello,' : `Hello ${name},`;
}

export type Reader = { username: string; first_name: string };

/** A mail with a greeting; its heading defaults to its subject. */
export function letter(
  to: Reader,
  subject: string,
  lines: readonly string[],
  more: Pick<MailContent, 'action' | 'code'> & { heading?: string } = {},
): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: ${subject}`,
    heading: subject.charAt(0).toUpperCase() + subject.slice(1),
    paragraphs: [greeting(to), ...lines],
    ...more,
  });
}
