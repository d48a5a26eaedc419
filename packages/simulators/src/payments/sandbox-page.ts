import type { FastifyReply } from 'fastify';
import { decimalAmount, type SimulatedPlan } from './plans.ts';

/** The due time of the next payment of a running subscription, which ends a trial. */
export type RunningTerms = { nextPaymentMs: number; isInTrial: boolean };

/** The page of a simulated provider on which the buyer decides. */
type SandboxPage = {
  provider: string;
  title: string;
  /** The plan that is bought. */
  plan?: SimulatedPlan;
  /** The running subscription whose plan changes; null for a new one. */
  running?: RunningTerms | null;
  /** A message above the buttons, such as why a payment failed. */
  notice?: string | null;
  /** The buttons of a form that posts `decision` to the page's own address. */
  decisions?: readonly { value: string; label: string; isMain?: boolean }[];
  /** The way on from a page without a decision. */
  link?: { href: string; label: string } | null;
};

const STYLE = `
:root { color-scheme: light dark; --text: #1c2430; --quiet: #566071; --page: #f2f4f7; --card: #fff; --line: #d5dae2;
  --main: #0b5cad; --on-main: #fff; --label: #fff3cd; --on-label: #5c4300; }
@media (prefers-color-scheme: dark) { :root { --text: #e8ebf0; --quiet: #a5aebd; --page: #11151b; --card: #1a2029;
  --line: #37404e; --main: #7db8f5; --on-main: #0c1a2a; --label: #4a3a06; --on-label: #ffe9a8; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 460px; margin: 0 auto; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  overflow: hidden; }
.label { margin: 0; padding: 10px 24px; background: var(--label); color: var(--on-label); font-weight: 600; }
.body { padding: 20px 24px 24px; }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; color: var(--quiet); }
.notice { color: var(--text); border-left: 4px solid var(--main); padding-left: 12px; }
dl { margin: 0 0 20px; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; text-align: right; font-weight: 600; overflow-wrap: anywhere; }
form { display: grid; gap: 10px; }
button, a.button { display: block; width: 100%; min-height: 46px; padding: 10px 16px; border: 1px solid var(--line);
  border-radius: 8px; background: transparent; color: var(--text); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; }
button.main { background: var(--main); border-color: var(--main); color: var(--on-main); }
button:focus-visible, a.button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;

/** There is no `form-action`: browsers would also block the redirect back to the product. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

type Fact = [name: string, value: string];

const amountOf = (plan: SimulatedPlan) => `${plan.currency} ${decimalAmount(plan.amountCents)}`;

/** The product counts days in this zone too. */
function dayOf(timeMs: number): string {
  const form = { dateStyle: 'long', timeZone: 'Africa/Johannesburg' } as const;
  return new Intl.DateTimeFormat('en-GB', form).format(timeMs);
}

function factsOf(plan: SimulatedPlan, running: RunningTerms | null): Fact[] {
  const period = plan.interval === 'YEAR' ? 'year' : 'month';
  const terms: Fact[] = [
    ['Plan', plan.name],
    ['Price', `${amountOf(plan)} per ${period}`],
  ];
  if (!running) {
    const trial = plan.trialDays === null ? 'None' : `${plan.trialDays} days free`;
    return [...terms, ['Trial', trial]];
  }
  const next: Fact = ['Next payment', `${amountOf(plan)} on ${dayOf(running.nextPaymentMs)}`];
  if (!running.isInTrial) return [...terms, ['To pay today', 'Nothing'], next];
  return [...terms, ['Trial', `Free until ${dayOf(running.nextPaymentMs)}`], next];
}

/** Sends a page without scripts, for phones and dark mode too. Its first words say that the payment is simulated. */
export function sendSandboxPage(reply: FastifyReply, page: SandboxPage, status = 200) {
  const { provider, title, plan, running = null, notice, decisions = [], link } = page;
  const facts = (plan ? factsOf(plan, running) : []).map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const buttons = decisions.map(
    ({ value, label, isMain }) =>
      `<button name="decision" value="${escapeHtml(value)}"${isMain ? ' class="main"' : ''}>${escapeHtml(label)}</button>`,
  );
  const form = buttons.length > 0 ? `<form method="post">${buttons.join('')}</form>` : '';
  const message = notice ? `<p class="notice" role="status">${escapeHtml(notice)}</p>` : '';
  const button = link
    ? `<a class="button" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>`
    : '';
  return reply
    .code(status)
    .headers(PAGE_HEADERS)
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated payment – ${escapeHtml(provider)}</title><style>${STYLE}</style></head>
<body><main><p class="label">Simulated payment</p><div class="body"><h1>${escapeHtml(title)}</h1>
<p>This page stands in for ${escapeHtml(provider)}. No money moves.</p>${message}
<dl>${facts.join('')}</dl>${form}${button}</div></main></body></html>
`);
}
