import { resolve } from 'node:path';

/** Where the token of an administrator is kept, who lets people in. */
export const ADMIN_TOKEN_FILE = resolve(import.meta.dirname, '../test-results/admin-token.txt');

/** Where the shared session of the journeys is kept between its making and its use. */
export const SESSION_FILE = resolve(import.meta.dirname, '../test-results/session.json');
