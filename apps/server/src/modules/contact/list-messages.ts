import type { listContactMessages, RequestOf, StoredMessagePage } from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { ContactMessagesTable, Db } from '../../db/index.ts';
import { readPage } from '../../http/page.ts';
import { findMessages } from './store.ts';

const place = z.strictObject({ createdAtMs: z.int(), id: z.uuid() });

const present = ({ id, created_at_ms, name, email, phone, message }: ContactMessagesTable) => ({
  _id: id,
  createdAt: new Date(created_at_ms).toISOString(),
  name,
  email,
  phone,
  message,
});

/** One page of messages, the newest first. */
export async function listMessages(
  db: Db,
  question: RequestOf<typeof listContactMessages>['query'],
): Promise<StoredMessagePage> {
  const { rows, nextCursor } = await readPage(question, {
    place,
    placeOf: (row: ContactMessagesTable) => ({ createdAtMs: row.created_at_ms, id: row.id }),
    read: (after, most) => findMessages(db, after, most),
  });
  return { entries: rows.map(present), nextCursor };
}
