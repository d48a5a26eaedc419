import { report } from './figure.ts';
import { coldFigure } from './history/cold-answers.ts';
import { hotFigures } from './history/hot-answers.ts';

report(await hotFigures());
for (const kind of ['pglite', 'postgres'] as const) {
  for (const resolution of ['1', '60'] as const) report([await coldFigure(kind, resolution)]);
}
