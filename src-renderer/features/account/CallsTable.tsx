import { platforms } from '#shared/catalogue/types.ts';
import { FramedTable } from '../../components/FramedTable.tsx';
import { platformNames } from '../../components/platforms.tsx';
import { grouping } from '../../components/words.ts';
import { totalOf, type CallBar } from './call-bars.ts';
import classes from './CallsTable.module.css';

/** As high as the bars. */
const height = 250;

/** The numbers behind the bars, latest first; days without calls are left out. */
export function CallsTable({ bars, isYear }: { bars: readonly CallBar[]; isYear: boolean }) {
  const shown = bars.filter(({ calls }) => totalOf(calls) > 0).toReversed();
  if (shown.length === 0) {
    return (
      <p className={classes.none} style={{ height }}>
        No calls in this time.
      </p>
    );
  }
  const names = platforms.map((platform) => platformNames[platform]);
  return (
    <FramedTable
      name="Calls as a table"
      head={[isYear ? 'Month' : 'Day', ...names, 'All']}
      numbers="afterFirst"
      height={height}
    >
      {shown.map(({ key, label, calls }) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          {platforms.map((platform) => (
            <td key={platform}>{grouping(calls[platform] ?? 0)}</td>
          ))}
          <td className={classes.all}>{grouping(totalOf(calls))}</td>
        </tr>
      ))}
    </FramedTable>
  );
}
