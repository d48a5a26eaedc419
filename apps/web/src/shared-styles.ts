/** One style sheet for the parts that the first pages share, instead of a small one for each. */
import.meta.glob(
  [
    './ui/**/*.module.css',
    './features/{shell,auth,account/lapsed}/**/*.module.css',
    './first-chart/*.css',
  ],
  { eager: true },
);
