import { LazyPart, lazyPart } from './LazyPart.tsx';
import type { NoticeProps } from './NoticeContent.tsx';

/** Most visits of a page see no notice, and load no dialog. */
const content = lazyPart(async () => (await import('./NoticeContent.tsx')).NoticeContent);

/** A message that stays until it is acknowledged. */
export function NoticeDialog(props: NoticeProps) {
  return <LazyPart part={content} props={props} onGiveUp={props.onOk} />;
}
