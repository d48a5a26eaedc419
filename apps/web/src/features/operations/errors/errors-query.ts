import { listErrors } from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import type { ErrorsSearch } from '../../../lib/operations-search.ts';
import { listQuery } from '../list-query.ts';

/** What went wrong and fits, the newest first. */
export const errorsQuery = ({ source, q }: ErrorsSearch) =>
  listQuery(['errors', source ?? null, q ?? null], (chunk, signal) => {
    const query = {
      ...chunk,
      ...(source === undefined ? {} : { source }),
      ...(q === undefined ? {} : { text: q }),
    };
    return authorizedRequest(listErrors, { query }, { signal });
  });
