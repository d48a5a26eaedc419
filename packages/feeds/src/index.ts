export * from './feed.ts';
export type { FeedEnvironment, FeedSettings } from './settings.ts';
