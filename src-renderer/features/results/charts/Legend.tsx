import { SeriesMark } from '../../../components/chart/BarChart.tsx';
import classes from './Charts.module.css';

/** Which colour is which, from the bottom up. */
export function Legend({ names }: { names: readonly string[] }) {
  return (
    <ul className={classes.legend}>
      {names.map((name, part) => (
        <li key={name}>
          <SeriesMark part={part} />
          {name}
        </li>
      ))}
    </ul>
  );
}
