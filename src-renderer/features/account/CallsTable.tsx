import { platforms } from '#shared/catalogue/types.ts';
import { platformNames } from '../../components/platforms.tsx';
import { grouping } from '../../components/words.ts';
import { totalOf, type CallBar } from './call-bars.ts';
import classes from './CallsTable.module.css';

/** The numbers behind the bars, latest first; days without calls are left out. */
export function CallsTable({ bars, isYear }: { bars: readonly CallBar[]; isYear: boolean }) {
  const shown = bars.filter(({ calls }) => totalOf(calls) > 0).toReversed();
  const period = isYear ? 'Month' : 'Day';
  if (shown.length === 0) return <p className={classes.none}>No calls in this time.</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <section className={classes.area} tabIndex={0} aria-label="Calls as a table">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{period}</th>
            {platforms.map((platform) => (
              <th key={platform} scope="col">
                {platformNames[platform]}
              </th>
            ))}
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, label, calls }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {platforms.map((platform) => (
                <td key={platform}>{grouping(calls[platform] ?? 0)}</td>
              ))}
              <td>{grouping(totalOf(calls))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
