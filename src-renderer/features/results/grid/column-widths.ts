import { changeWorkspace } from '#renderer/state/workspace.ts';

/** The column gets its usual width again. */
export function forgetColumnWidth(resourceId: string, field: string): void {
  changeWorkspace(({ columns }) => {
    const { [field]: _forgotten, ...widths } = columns[resourceId]?.widths ?? {};
    return { columns: { ...columns, [resourceId]: { widths } } };
  });
}
