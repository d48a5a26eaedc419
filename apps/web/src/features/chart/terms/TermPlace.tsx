import { useValue } from '../../../stores/use-value.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { askedTerm, closeTerm } from './asked-term.ts';
import { useTermPointing } from './use-term-pointing.ts';

const termCard = lazyPart(async () => (await import('./TermCard.tsx')).TermCard);
const termTexts = lazyPart(async () => (await import('./TermTexts.tsx')).TermTexts);

/** Loads the cards in advance, so that the first tap is answered at once. */
export const preloadTerms = termCard.preload;

/** The card of the term that is asked for; its texts are loaded with the first one. */
export function TermPlace({ controller }: { controller: ChartController }) {
  useTermPointing(controller);
  const asked = useValue(askedTerm);
  if (!asked || asked.marks) return null;
  return <LazyPart part={termCard} props={{ asked }} fallback={null} onGiveUp={closeTerm} />;
}

/** The explanation inside another card. */
export function LazyTermTexts({ names }: { names: readonly string[] }) {
  return <LazyPart part={termTexts} props={{ names }} fallback={null} onGiveUp={closeTerm} />;
}
