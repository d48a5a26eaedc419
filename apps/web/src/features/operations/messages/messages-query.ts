import { listContactMessages } from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { listQuery } from '../list-query.ts';

/** What was written through the contact form, the newest first. */
export const messagesQuery = listQuery(['contact-messages'], (query, signal) =>
  authorizedRequest(listContactMessages, { query }, { signal }),
);
