import { SECOND_MS } from '@moneytrail/calendar';
import { listJobs, retryJob } from '@moneytrail/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { showToast } from '../../../stores/toasts.ts';
import { OPERATIONS_TEXTS } from '../texts.ts';

const REFRESH_MS = 10 * SECOND_MS;

/** What the queues do, looked at again every ten seconds. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => authorizedRequest(listJobs, {}, { signal }),
  refetchInterval: REFRESH_MS,
  refetchOnMount: 'always',
  meta: { failure: 'in-place' },
});

/** Runs a dead letter again and looks at the queues. */
export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => authorizedRequest(retryJob, { params: { id } }),
    onSuccess: () => showToast({ kind: 'success', text: OPERATIONS_TEXTS.jobs.retried }),
    onSettled: () => readAnew(queryClient, { queryKey: jobsQuery.queryKey }),
    meta: { failureText: OPERATIONS_TEXTS.jobs.retryFailed },
  });
}
