import { LazyPart, lazyPart } from './LazyPart.tsx';
import type { NoticeProps } from './NoticeContent.tsx';

/** Loaded on demand: most visits see no notice. */
const content = lazyPart(async () => (await import('./NoticeContent.tsx')).NoticeContent);

/** A message that stays until acknowledged. */
export function NoticeDialog(props: NoticeProps) {
  return <LazyPart part={content} props={props} onGiveUp={props.onOk} />;
}
