import { createQueryClient } from './api/query-client.ts';
import { showToast } from './stores/toasts.ts';

/** What this page has read of the server, before and after there is an application. */
export const pageQueries = createQueryClient(showToast);
