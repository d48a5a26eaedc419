import { PreviewChart } from '../preview/PreviewChart.tsx';
import { SummaryTopic } from './summary/SummaryTopic.tsx';

export default function SummaryPage() {
  return <SummaryTopic preview={<PreviewChart resolution="1D" />} />;
}
