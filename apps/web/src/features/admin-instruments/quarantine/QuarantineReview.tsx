import { Button } from '@mantine/core';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import {
  getQuarantineEvidence,
  type QuarantinedBar,
  type QuarantineEvidence,
} from '@moneytrail/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/session/session.ts';
import { formatVolume } from '../../../lib/format.ts';
import { deviceZone, formatMoment } from '../../../lib/format-time.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { RowsPending } from '../InstrumentCard.tsx';
import { RetryLine } from '../RowControls.tsx';
import { INSTRUMENT_TEXTS } from '../texts.ts';
import { EvidenceChart } from './EvidenceChart.tsx';
import classes from './QuarantineReview.module.css';
import { barKey, barTimeText, nameOfBar, PRICES, priceText, shownBar } from './quarantined-bar.ts';
import type { Decisions, Outcome } from './use-decisions.ts';

const TEXTS = INSTRUMENT_TEXTS.quarantine;
/** Bars listed on either side; the chart shows more. */
const LISTED = 3;

const evidenceQuery = (bar: QuarantinedBar) =>
  queryOptions({
    queryKey: ['admin', 'instruments', 'evidence', barKey(bar)],
    queryFn: ({ signal }) =>
      authorizedRequest(getQuarantineEvidence, { body: shownBar(bar) }, { signal }),
    meta: { failure: 'in-place' },
  });

type Props = { bar: QuarantinedBar; decisions: Decisions; onBack: () => void };

/** A quarantined bar with the evidence to judge it by. */
export function QuarantineReview({ bar, decisions, onBack }: Props) {
  const query = useQuery(evidenceQuery(bar));
  const state = decisions.outcomeOf(bar) ?? bar.state;
  return (
    <div className={classes.review}>
      <div className={classes.head}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowLeft size={16} stroke={1.75} />}
          onClick={onBack}
        >
          {TEXTS.back}
        </Button>
        <h3>{nameOfBar(bar)}</h3>
      </div>
      <p className={classes.why}>{whyOf(bar, state, query.data)}</p>
      {query.isPending && <RowsPending />}
      {query.isError && <RetryLine text={TEXTS.noEvidence} query={query} />}
      {query.data && (
        <>
          <EvidenceChart bar={bar} evidence={query.data} />
          <EvidenceTable bar={bar} evidence={query.data} />
        </>
      )}
      <div className={classes.actions}>
        <Decide bar={bar} state={state} decisions={decisions} />
      </div>
    </div>
  );
}

const times = (factor: number) =>
  factor.toLocaleString('en-US', { maximumFractionDigits: factor < 100 ? 1 : 0 });

function whyOf(bar: QuarantinedBar, state: Outcome, evidence?: QuarantineEvidence): string {
  const { nextTryAt } = bar;
  const { trueRange = 0, usualRange = null } = evidence ?? {};
  const range =
    usualRange === null || usualRange === 0
      ? ''
      : ` Its range is ${times(trueRange / usualRange)} times the usual one; more than 12 times is kept back.`;
  const next =
    state !== 'waiting' || nextTryAt === null
      ? ''
      : ` Second sources are asked again ${formatMoment(Date.parse(nextTryAt), deviceZone())}.`;
  return `${state === bar.state ? bar.reason : TEXTS.changed[state]}${range}${next}`;
}

type EvidenceProps = { bar: QuarantinedBar; evidence: QuarantineEvidence };
type ShownBar = QuarantineEvidence['before'][number];
type Line = { key: string; name: string; verdict: string | null; bar: ShownBar | null };

function linesOf({ bar, evidence }: EvidenceProps): Line[] {
  const { before, after, stored, sources } = evidence;
  const { resolution } = bar;
  const near = (each: ShownBar): Line => ({
    key: String(each.time),
    name: barTimeText({ resolution, timeMs: each.time }),
    verdict: null,
    bar: each,
  });
  return [
    ...before.slice(-LISTED).map(near),
    { key: 'bar', name: TEXTS.thisBar, verdict: null, bar: { ...bar, time: bar.timeMs } },
    ...(stored ? [{ key: 'stored', name: TEXTS.stored, verdict: null, bar: stored }] : []),
    ...sources.map((source) => ({
      key: `${source.ticker} ${source.resolution}`,
      name: source.ticker ?? TEXTS.finer(RESOLUTION_LABELS[source.resolution], bar.exchange),
      verdict: source.bar
        ? TEXTS[source.isReached ? 'confirms' : 'contradicts']
        : (source.warning ?? TEXTS.noBar),
      bar: source.bar,
    })),
    ...after.slice(0, LISTED).map(near),
  ];
}

function EvidenceTable(props: EvidenceProps) {
  const lines = linesOf(props);
  const shown = priceText(lines.flatMap(({ bar }) => bar ?? []));
  return (
    <ScrollRegion className={classes.scroller} label={TEXTS.around}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{TEXTS.barHead}</th>
            {['Open', 'High', 'Low', 'Close', 'Volume'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, verdict, bar }) => (
            <tr key={key} data-line={key === 'bar' ? 'this' : verdict === null ? 'near' : 'source'}>
              <th scope="row">
                {name} {verdict !== null && <span className={classes.verdict}>{verdict}</span>}
              </th>
              {PRICES.map((price) => (
                <td key={price}>{bar ? shown(bar[price]) : '–'}</td>
              ))}
              <td>{formatVolume(bar?.volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type DecideProps = { bar: QuarantinedBar; state: Outcome; decisions: Decisions };

/** The place of each button has no other meaning after a decision, so a second press decides nothing. */
function Decide({ bar, state, decisions }: DecideProps) {
  const { isPending, error } = decisions.stateOf(bar);
  const failure = error && (
    <span role="alert" className={classes.failure}>
      {TEXTS.notDecided}: {error.message}
    </span>
  );
  const press = (outcome: Outcome, label: string, isShown: boolean) => (
    <ActionButton
      variant={outcome === 'accepted' ? 'filled' : 'default'}
      isBusy={isPending}
      style={isShown ? undefined : { visibility: 'hidden' }}
      onClick={() => decisions.decide(bar, outcome)}
    >
      {label}
    </ActionButton>
  );
  return (
    <>
      <span role="status">
        <Chip kind={STATE_KINDS[state]}>{TEXTS.outcomes[state]}</Chip>
      </span>
      {failure}
      <span className={classes.gap} />
      {state !== 'waiting' && press('waiting', TEXTS.undo, true)}
      {press('rejected', TEXTS.rejectBar, state === 'waiting')}
      {press('accepted', TEXTS.acceptBar, state !== 'accepted')}
    </>
  );
}

export const STATE_KINDS = {
  waiting: 'warning',
  accepted: 'success',
  rejected: 'neutral',
} as const;
