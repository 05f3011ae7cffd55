import { Columns3, Copy, Hash } from 'lucide-react';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useMemo } from 'react';
import { expectedColumns } from './grid/columns.ts';
import { GridSkeleton } from './grid/GridSkeleton.tsx';
import classes from './Results.module.css';
import { useHeaderHeight } from './summary/use-summary-header.tsx';
import { StripSwitch } from './summary/StripSwitch.tsx';
import { TimeZoneMenu } from './toolbar/TimeZoneMenu.tsx';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { ToolButton } from './toolbar/ToolButton.tsx';
import { NoViewTools } from './view/ViewTools.tsx';

const nothing = (): void => undefined;

/** The places of the toolbar and the grid, before there are rows. */
export function SkeletonArea({ tab, resource }: { tab: Tab; resource: Resource | null }) {
  const { fields } = tab.query;
  const height = useHeaderHeight();
  const columns = useMemo(
    () => (resource === null ? [] : expectedColumns(resource, fields)),
    [resource, fields],
  );
  return (
    <>
      <Toolbar
        mode="table"
        onMode={nothing}
        detailsOpen={false}
        onDetails={nothing}
        onSave={nothing}
        hasRows={false}
        tools={
          <>
            {columns.some(({ meaning }) => meaning === 'date') && <TimeZoneMenu disabled />}
            <ToolButton tool="copy" label="Copy" icon={Copy} disabled />
          </>
        }
      >
        <NoViewTools />
        <ToolButton tool="columns" label="Columns" icon={Columns3} disabled />
        <ToolButton tool="goToRow" label="Go to row" icon={Hash} disabled />
        <StripSwitch disabled />
      </Toolbar>
      {resource === null ? (
        <div className={classes.area} />
      ) : (
        <GridSkeleton columns={columns} resourceId={resource.id} headerHeight={height} />
      )}
    </>
  );
}
