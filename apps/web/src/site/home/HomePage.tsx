import { Faq } from './Faq.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { Markets } from './Markets.tsx';
import { Plans } from './Plans.tsx';
import { SignalRecord } from './SignalRecord.tsx';

export default function HomePage() {
  return (
    <>
      <Hero />
      <Features />
      <Markets />
      <SignalRecord />
      <Plans />
      <Faq />
    </>
  );
}
