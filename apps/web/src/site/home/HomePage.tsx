import { Faq } from './Faq.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { Markets } from './Markets.tsx';

export default function HomePage() {
  return (
    <>
      <Hero />
      <Features />
      <Markets />
      <Faq />
    </>
  );
}
