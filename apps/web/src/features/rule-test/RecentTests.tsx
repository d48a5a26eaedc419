import { ActionIcon } from '@mantine/core';
import type { RuleTest } from '@moneytrail/contract';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { serverClock } from '../../api/server-clock.ts';
import { deviceZone, formatSince } from '../../lib/format-time.ts';
import { LoadFailed } from '../../ui/form/LoadFailed.tsx';
import classes from './RecentTests.module.css';
import { presetOf } from './rule-draft.ts';
import { ruleTestsQuery } from './rule-tests.ts';
import { askedText, RULE_TEXTS, ruleSentence } from './texts.ts';

type Props = {
  shownId: number | null;
  onOpen: (test: RuleTest) => void;
  onRemove: (test: RuleTest) => void;
};

/** The tests that the account keeps, each of which can be opened again or removed. */
export function RecentTests({ shownId, onOpen, onRemove }: Props) {
  const { data: tests, error, isFetching, refetch } = useQuery(ruleTestsQuery);
  if (error && !tests) {
    return (
      <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
        {RULE_TEXTS.listFailed}
      </LoadFailed>
    );
  }
  if (!tests || tests.length === 0) return null;
  return (
    <section className={classes.recent} aria-labelledby="rule-recent">
      <h2 id="rule-recent">Your tests</h2>
      <ul>
        {tests.map((test) => (
          <li key={test.id} data-shown={test.id === shownId || undefined}>
            <button
              type="button"
              aria-current={test.id === shownId ? 'true' : undefined}
              onClick={() => onOpen(test)}
            >
              <span>{presetOf(test.rule)?.name ?? ruleSentence(test.rule)}</span>
              <small>{askedText(test)}</small>
              <small>{stateText(test)}</small>
            </button>
            <ActionIcon
              variant="subtle"
              size={32}
              aria-label={`Remove the test of ${askedText(test)}`}
              onClick={() => onRemove(test)}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateText({ state, askedAtMs }: RuleTest): string {
  const since = formatSince(askedAtMs, serverClock.now(), deviceZone());
  switch (state.kind) {
    case 'waiting':
      return 'Waiting';
    case 'running':
      return `Running, ${state.done} of ${state.total}`;
    case 'done':
      return since;
    case 'failed':
      return `Failed, ${since}`;
  }
}
