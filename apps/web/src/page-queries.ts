import { createQueryClient } from './api/query-client.ts';
import { showToast } from './stores/toasts.ts';

/** Shared by the first chart and the application. */
export const pageQueries = createQueryClient(showToast);
