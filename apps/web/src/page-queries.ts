import { createQueryClient } from './api/query-client.ts';
import { showToast } from './stores/toasts.ts';

/** The page's cache of server data: the first chart fills it before the application reads it. */
export const pageQueries = createQueryClient(showToast);
