/** Runs in the peer's window: AG Grid's infinite model over `rows.window`, as its manual has it. */

export interface PeerColumn {
  field: string;
  /** Px. */
  width: number;
}

export interface PeerOptions {
  width: number;
  height: number;
  headerHeight: number;
  columns: PeerColumn[];
  token: string;
  runId: string;
  rows: number;
}

interface WantedRows {
  startRow: number;
  endRow: number;
  successCallback: (rows: unknown[], total: number) => void;
  failCallback: () => void;
}

/** What is used of the library; its own types are not installed here. */
interface AgGrid {
  createGrid: (element: HTMLElement, options: object) => unknown;
}

/** Carried over to the page as text: it may use nothing from around it. */
export function startPeer(options: PeerOptions): void {
  const { width, height, headerHeight, columns, token, runId, rows } = options;
  const { agGrid } = globalThis as unknown as { agGrid: AgGrid };
  const element = document.querySelector<HTMLElement>('#peer');
  if (element === null) throw new Error('There is no place for the grid.');
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;

  const readWindow = async (offset: number, count: number): Promise<unknown[]> => {
    const response = await fetch('/api/call', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'rows.window', input: { runId, page: null, offset, count } }),
    });
    const answer = (await response.json()) as { value: { rows: unknown[] } };
    return answer.value.rows;
  };

  agGrid.createGrid(element, {
    columnDefs: columns,
    defaultColDef: { cellDataType: false },
    suppressFieldDotNotation: true,
    rowModelType: 'infinite',
    // As many rows at a time, as many of them kept and as many on their way as in our window.
    cacheBlockSize: 100,
    maxBlocksInCache: 120,
    maxConcurrentDatasourceRequests: 3,
    infiniteInitialRowCount: rows,
    rowHeight: 32,
    headerHeight,
    datasource: {
      rowCount: rows,
      getRows: ({ startRow, endRow, successCallback, failCallback }: WantedRows) => {
        readWindow(startRow, endRow - startRow).then(
          (window) => successCallback(window, rows),
          failCallback,
        );
      },
    },
  });
}
