import type { LemonContext, LemonState } from './lemon-state.ts';

/** What the routes of the simulator share. */
export type LemonService = {
  context: LemonContext;
  /** Changes the state after everything that has come due, and sends the notices of both. */
  change: <Result>(act: (state: LemonState) => Result) => Promise<Result>;
};

const USUAL_PAGE = 10;
const LARGEST_PAGE = 100;

/** Filters and pages as JSON:API writes them: `filter[store_id]`, `page[size]`. */
export type ListQuery = Readonly<Record<string, string | undefined>>;

/** One page of a list in JSON:API. */
export function pageOf(items: readonly object[], query: ListQuery) {
  const perPage = Math.min(Number(query['page[size]'] ?? USUAL_PAGE) || USUAL_PAGE, LARGEST_PAGE);
  const currentPage = Math.max(1, Number(query['page[number]'] ?? 1) || 1);
  const from = (currentPage - 1) * perPage;
  const data = items.slice(from, from + perPage);
  const lastPage = Math.max(1, Math.ceil(items.length / perPage));
  const page = { currentPage, lastPage, perPage, total: items.length };
  return { meta: { page }, jsonapi: { version: '1.0' }, links: {}, data };
}

/** One thing in JSON:API. */
export function document(data: object) {
  return { jsonapi: { version: '1.0' }, links: {}, data };
}
