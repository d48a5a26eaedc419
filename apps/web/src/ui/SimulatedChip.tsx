import classes from './simulated-chip.module.css';

/** Stands wherever a price that no market made is shown. */
export function SimulatedChip() {
  return <span className={classes.chip}>Simulated</span>;
}
