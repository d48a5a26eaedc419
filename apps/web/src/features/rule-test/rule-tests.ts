import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import {
  getRuleTest,
  listRuleTests,
  type RuleTest,
  removeRuleTest,
  startRuleTest,
} from '@moneytrail/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { authorizedRequest } from '../../api/session/session.ts';
import { showToast } from '../../stores/toasts.ts';
import type { RuleDraft } from './rule-draft.ts';

const PROGRESS_MS = SECOND_MS;

export const isUnderWay = ({ state: { kind } }: Pick<RuleTest, 'state'>) =>
  kind === 'waiting' || kind === 'running';

/** The tests that the account keeps, newest first; read each second while one is under way. */
export const ruleTestsQuery = queryOptions({
  queryKey: ['ruleTests'],
  queryFn: async ({ signal }) => (await authorizedRequest(listRuleTests, {}, { signal })).tests,
  staleTime: MINUTE_MS,
  refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? PROGRESS_MS : false),
  meta: { failure: 'in-place' },
});

/** One test with its progress, which is read each second, or its result, which never changes. */
export function ruleTestQuery(id: number | null) {
  return queryOptions({
    queryKey: ['ruleTest', id],
    queryFn: ({ signal }) =>
      authorizedRequest(getRuleTest, { params: { id: id ?? 0 } }, { signal }),
    enabled: id !== null,
    staleTime: MINUTE_MS,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.test) ? PROGRESS_MS : false),
    meta: { failure: 'in-place' },
  });
}

/** Starts a test of a draft on its instruments. */
export function useStart(onStarted: (test: RuleTest) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, symbols }: { draft: RuleDraft; symbols: readonly string[] }) => {
      const { rule, years } = draft;
      const body = { rule, symbols: [...symbols], ...(years !== null && { years }) };
      return authorizedRequest(startRuleTest, { body });
    },
    meta: { failure: 'in-place' },
    onSuccess: (test) => {
      if (isUnderWay(test))
        client.setQueryData(ruleTestQuery(test.id).queryKey, { test, result: null });
      void client.invalidateQueries(ruleTestsQuery);
      onStarted(test);
    },
  });
}

/** Removes a test; one that is under way is cancelled. */
export function useRemove(onRemoved: (id: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (test: RuleTest) => authorizedRequest(removeRuleTest, { params: { id: test.id } }),
    onSuccess: (_, test) => {
      onRemoved(test.id);
      client.removeQueries(ruleTestQuery(test.id));
      client.setQueryData(ruleTestsQuery.queryKey, (tests) =>
        tests?.filter(({ id }) => id !== test.id),
      );
      const text = isUnderWay(test) ? 'The test is cancelled.' : 'The test is removed.';
      showToast({ kind: 'success', text });
    },
  });
}
