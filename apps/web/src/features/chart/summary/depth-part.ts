import { lazyPart } from '../../../ui/LazyPart.tsx';

/** The bars behind a level, beside the summary of a wide window and inside that of a phone. */
export const depthDrawer = lazyPart(async () => (await import('./DepthDrawer.tsx')).DepthDrawer);
