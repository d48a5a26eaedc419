import { ExplorablePreview } from '../preview/ExplorablePreview.tsx';
import { SummaryTopic } from './summary/SummaryTopic.tsx';

export default function SummaryPage() {
  return <SummaryTopic preview={<ExplorablePreview />} />;
}
