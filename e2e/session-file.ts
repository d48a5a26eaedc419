import { resolve } from 'node:path';

/** Where the shared session of the journeys is kept between its making and its use. */
export const SESSION_FILE = resolve(import.meta.dirname, '../test-results/session.json');
