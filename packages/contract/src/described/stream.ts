import type { STREAM_CLOSE, StreamMessage, StreamRequest } from '../stream.ts';

/** The messages of the stream in a sentence. */
export const MESSAGE_NOTES: Readonly<
  Record<StreamMessage['type'] | StreamRequest['type'], string>
> &
  Readonly<Record<string, string>> = {
  subscribe:
    'Adds channels. The server answers each with an `update`, within three seconds, or with `refused`. Two spellings of one symbol and resolution are one channel, which is named by the newest.',
  unsubscribe: 'Removes channels.',
  watch:
    'Replaces the watched instruments, at most 500. Unknown and locked ones are left out without a message.',
  update: 'The newest state of the forming bar and the quote, and a bar that has closed.',
  feed: 'The state of a feed, with the first channel of its exchange and after each change.',
  rights:
    'Identifies what the caller may see, at the start and after each change; the rights of a visitor never change.',
  layout:
    'A chart layout of the account was saved or removed by another client. Keys need the scope `charts:read`; customers are not told.',
  watchlist:
    'A watchlist of the account was saved or removed by another client. Keys need the scope `charts:read`; customers are not told.',
  prices: 'The watched instruments whose price has changed, at most once a second.',
  alert:
    'An alert of the account has fired; the list of firings has it. Only sessions are told, no keys.',
  refused: 'A channel could not be added.',
  heartbeat: 'Sent in silence, so that a lost connection is noticed.',
};

/** The close codes of the stream in a sentence. */
export const CLOSE_NOTES: Readonly<Record<keyof typeof STREAM_CLOSE, string>> = {
  goingAway:
    'The server stops, or cannot read the rights of the caller: reconnect, perhaps to another server.',
  badMessage: 'An invalid message, or more messages at once than are handled.',
  sessionEnded:
    'The session, the key or the token has ended: reconnecting is pointless before another sign-in.',
  idle: 'No subscription for a while.',
  tooMany: 'The account or the address has the maximum number of connections.',
  tooOften: 'The account or the network of the visitor changes channels too often.',
};
