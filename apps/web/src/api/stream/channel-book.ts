import type { StreamChannel, StreamMessage } from '@moneytrail/contract';

type Update = Extract<StreamMessage, { type: 'update' }>;
type Refusal = Extract<StreamMessage, { type: 'refused' }>;

/** What somebody who watches a channel is told. */
export type ChannelListener = {
  onUpdate: (update: Update) => void;
  onRefused?: (refusal: Refusal) => void;
  /** The connection is back after it was lost: what came meanwhile has to be read from history. */
  onRestored?: () => void;
};

/** Who watches which channel. */
export type ChannelBook = {
  /** True where nobody watched the channel before. */
  add: (channel: StreamChannel, listener: ChannelListener) => boolean;
  /** True where nobody watches it any more. */
  remove: (channel: StreamChannel, listener: ChannelListener) => boolean;
  channels: () => StreamChannel[];
  tell: (message: Update | Refusal) => void;
  tellRestored: () => void;
};

const keyOf = ({ symbol, resolution }: StreamChannel) => `${symbol}|${resolution}`;

/** Makes an empty book. */
export function createChannelBook(): ChannelBook {
  const entries = new Map<string, { channel: StreamChannel; listeners: Set<ChannelListener> }>();
  return {
    add: (channel, listener) => {
      const entry = entries.get(keyOf(channel));
      if (!entry) {
        entries.set(keyOf(channel), { channel, listeners: new Set([listener]) });
        return true;
      }
      entry.listeners.add(listener);
      return false;
    },
    remove: (channel, listener) => {
      const entry = entries.get(keyOf(channel));
      if (!entry?.listeners.delete(listener) || entry.listeners.size > 0) return false;
      return entries.delete(keyOf(channel));
    },
    channels: () => [...entries.values()].map(({ channel }) => channel),
    tell: (message) => {
      for (const listener of entries.get(keyOf(message))?.listeners ?? []) {
        if (message.type === 'update') listener.onUpdate(message);
        else listener.onRefused?.(message);
      }
    },
    tellRestored: () => {
      for (const { listeners } of entries.values()) {
        for (const listener of listeners) listener.onRestored?.();
      }
    },
  };
}
