import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { findingSentence } from '@moneytrail/backtest';
import type { AnswerOf, getRuleTest, RuleTest } from '@moneytrail/contract';
import { IconAlertTriangle, IconFlask } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ComponentType, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { FAILURE_TEXTS } from '../../api/failure-text.ts';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { LoadFailed } from '../../ui/form/LoadFailed.tsx';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { PastTabs } from '../../ui/PastTabs.tsx';
import { SourceLocked } from '../../ui/SourceLocked.tsx';
import { RecentTests } from './RecentTests.tsx';
import { type ConditionsProps, RuleEditor } from './RuleEditor.tsx';
import classes from './RuleTestPage.module.css';
import { TestResult } from './result/TestResult.tsx';
import { draftOf, isOfTest } from './rule-address.ts';
import { type RuleDraft, type SymbolList, symbolsOf } from './rule-draft.ts';
import { isUnderWay, ruleTestQuery, ruleTestsQuery, useRemove, useStart } from './rule-tests.ts';
import { askedText, RULE_TEXTS, ruleSentence, STEPS } from './texts.ts';
import { useRuleDraft } from './use-rule-draft.ts';

type Props = {
  /** The user's watchlists. */
  lists: readonly SymbolList[];
  /** The editor of an entry's conditions. */
  Conditions: ComponentType<ConditionsProps>;
  /** Opens the search of symbols, which tells the choice. */
  onFind: (choose: (symbol: string) => void) => void;
  /** The unlock button of a locked instrument was pressed. */
  onUnlock: (symbol: string) => void;
};

const isRefused = (error: unknown, code: string) =>
  error instanceof ApiError && error.code === code;

/** The page tests a trading rule on past bars: the rule on one side, what it would have done on the other. */
export function RuleTestPage({ lists, Conditions, onFind, onUnlock }: Props) {
  usePageTitle(RULE_TEXTS.title);
  const isPhone = useIsPhone();
  const { draft, edit, testId, show, showNone } = useRuleDraft(lists);
  const { data: tests } = useQuery(ruleTestsQuery);
  // A test that runs already is shown, as a further one could not be started; it stays once it has ended.
  const [keptId, setKeptId] = useState<number | null>(null);
  const runningId = tests?.find(isUnderWay)?.id ?? null;
  if (runningId !== null && runningId !== keptId) setKeptId(runningId);
  const shownId = testId ?? keptId;
  const resultArea = useRef<HTMLElement>(null);
  const [isEditorOpen, setEditorOpen] = useState(testId === null);
  const start = useStart(({ id }) => {
    show(id, draft);
    setEditorOpen(false);
    resultArea.current?.focus();
  });
  const remove = useRemove((id) => {
    if (id === testId) showNone();
    setKeptId((kept) => (kept === id ? null : kept));
  });
  const query = useQuery(ruleTestQuery(shownId));
  const symbols = symbolsOf(draft.watched, lists);
  const isLocked = isRefused(start.error, 'SOURCE_LOCKED');
  const open = (test: RuleTest) => {
    start.reset();
    show(test.id, draftOf(test));
    setEditorOpen(false);
    resultArea.current?.focus();
  };
  const isFolded = isPhone && !isEditorOpen && shownId !== null;
  return (
    <div id="rule-test" className={classes.page} tabIndex={-1}>
      <PastTabs symbol={symbols[0]} resolution={draft.rule.resolution} />
      {draft.isBroken && (
        <Banner kind="warning" icon={<IconAlertTriangle size={20} stroke={1.75} />}>
          {RULE_TEXTS.broken}
        </Banner>
      )}
      <div className={classes.columns}>
        <div className={classes.editor}>
          {isFolded ? (
            <Button variant="default" onClick={() => setEditorOpen(true)}>
              Change the rule
            </Button>
          ) : (
            <RuleEditor
              draft={draft}
              lists={lists}
              Conditions={Conditions}
              isBusy={start.isPending}
              error={start.error && !isLocked ? start.error.message : null}
              onChange={edit}
              onFind={() =>
                onFind((symbol) => edit({ ...draft, watched: { kind: 'symbol', symbol } }))
              }
              onRun={(asked) => start.mutate({ draft, symbols: asked })}
            />
          )}
        </div>
        <section ref={resultArea} className={classes.shown} aria-label="Result" tabIndex={-1}>
          <VisuallyHidden role="status">{announced(query.data)}</VisuallyHidden>
          {isLocked ? (
            <SourceLocked onUnlock={() => onUnlock(start.variables?.symbols[0] ?? '')} />
          ) : (
            <ShownTest
              id={shownId}
              query={query}
              draft={draft}
              symbols={symbols}
              isCancelling={remove.isPending}
              onCancel={remove.mutate}
              onUnlock={onUnlock}
            />
          )}
        </section>
        <div className={classes.recent}>
          <RecentTests shownId={shownId} onOpen={open} onRemove={remove.mutate} />
        </div>
      </div>
    </div>
  );
}

/** The state of the shown test for screen readers. */
function announced(answer: AnswerOf<typeof getRuleTest> | undefined): string {
  if (answer?.result) return findingSentence(answer.result);
  return answer && isUnderWay(answer.test) ? progressText(answer.test) : '';
}

const progressText = ({ state }: RuleTest) =>
  state.kind === 'running' ? 'The test is running.' : 'The test waits for its turn.';

type ShownProps = {
  id: number | null;
  query: UseQueryResult<AnswerOf<typeof getRuleTest>>;
  draft: RuleDraft;
  symbols: readonly string[];
  isCancelling: boolean;
  onCancel: (test: RuleTest) => void;
  onUnlock: (symbol: string) => void;
};

/** The shown test in any of its states. */
function ShownTest({ id, query, draft, symbols, isCancelling, onCancel, onUnlock }: ShownProps) {
  const { data, error, isFetching, refetch } = query;
  if (id === null) return <NoTest />;
  if (isRefused(error, 'SOURCE_LOCKED')) {
    return <SourceLocked onUnlock={() => onUnlock(symbols[0] ?? '')} />;
  }
  if (isRefused(error, 'NOT_FOUND')) return <NoTest text={RULE_TEXTS.gone} />;
  if (error && !data) {
    return (
      <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
        {RULE_TEXTS.failed} {error.message || FAILURE_TEXTS.unexpected}
      </LoadFailed>
    );
  }
  if (!data) {
    return (
      <div className={classes.pending} role="status" aria-label="Loading">
        <Skeleton height={160} />
        <Skeleton height={360} />
      </div>
    );
  }
  const { test, result } = data;
  if (isUnderWay(test)) {
    return <Progress test={test} isCancelling={isCancelling} onCancel={() => onCancel(test)} />;
  }
  if (test.state.kind === 'failed') return <NoTest text={test.state.reason} isFailure />;
  if (!result) return <NoTest text={RULE_TEXTS.gone} />;
  return <TestResult test={test} result={result} isChanged={!isOfTest(test, draft, symbols)} />;
}

/** Stands in for a result: the way to one, and how a test works. */
function NoTest({
  text = RULE_TEXTS.empty,
  isFailure = false,
}: {
  text?: string;
  isFailure?: boolean;
}) {
  return (
    <div className={classes.empty} role={isFailure ? 'alert' : undefined}>
      {isFailure ? (
        <IconAlertTriangle size={40} stroke={1.25} aria-hidden="true" />
      ) : (
        <IconFlask size={40} stroke={1.25} aria-hidden="true" />
      )}
      <p>{text}</p>
      <ul>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </div>
  );
}

type ProgressProps = { test: RuleTest; isCancelling: boolean; onCancel: () => void };

function Progress({ test, isCancelling, onCancel }: ProgressProps) {
  const { state } = test;
  const isRunning = state.kind === 'running';
  const label = 'Instruments tested';
  return (
    <div className={classes.progress}>
      <h2>{progressText(test)}</h2>
      <p>
        {askedText(test)}
        {isRunning && ` · ${state.done} of ${state.total} instruments`}
      </p>
      {isRunning ? (
        <progress aria-label={label} value={state.done} max={Math.max(1, state.total)} />
      ) : (
        <progress aria-label={label} />
      )}
      <p className={classes.sentence}>{ruleSentence(test.rule)}</p>
      <ActionButton variant="default" isBusy={isCancelling} onClick={onCancel}>
        Cancel the test
      </ActionButton>
    </div>
  );
}
