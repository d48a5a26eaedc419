import { createStoredText } from '../../lib/stored-text.ts';

export const TOKEN_KEY = 'accessToken';

/** The access token, shared by all tabs. */
export const storedToken = createStoredText(TOKEN_KEY);
