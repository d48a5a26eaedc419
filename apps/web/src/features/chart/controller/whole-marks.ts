import type { PublishedMark } from '@moneytrail/chart';
import type { Mark } from '@moneytrail/contract';
import type { UseQueryResult } from '@tanstack/react-query';

/** A mark as the chart takes it. */
export function publishedForm({ id, time, price, side, strong, text, notes }: Mark): PublishedMark {
  return { id, time, price, side, strong, text, notes };
}

type Answer = Pick<
  UseQueryResult<{ marks: Mark[]; warning?: string | undefined }>,
  'data' | 'isError' | 'refetch'
>;

/**
 * The marks of all spans; null until each is there and whole, so that none seems to vanish. `retry` where they are
 * not.
 */
export function wholeMarks(answers: Answer[]): {
  marks: PublishedMark[] | null;
  /** Some may be missing: the chart's own say more. */
  isWarned: boolean;
  retry: (() => void) | null;
} {
  const lists = answers.flatMap(({ data }) =>
    data && data.warning === undefined ? [data.marks.map(publishedForm)] : [],
  );
  const lacking = answers.filter(({ data, isError }) =>
    data ? data.warning !== undefined : isError,
  );
  const retry = () => {
    for (const { refetch } of lacking) void refetch();
  };
  return {
    marks: lists.length > 0 && lists.length === answers.length ? lists.flat() : null,
    isWarned: answers.some(({ data }) => data?.warning !== undefined),
    retry: lacking.length > 0 ? retry : null,
  };
}
