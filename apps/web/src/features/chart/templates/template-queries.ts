import { listTemplates } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/authorized-request.ts';

/** The templates of a person that are of `studies`, or of a drawing tool, by name. */
export function templatesQuery(of: string) {
  return queryOptions({
    queryKey: ['templates', of],
    queryFn: async ({ signal }) =>
      (await authorizedRequest(listTemplates, { query: { of } }, { signal })).templates,
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
}
