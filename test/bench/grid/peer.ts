/**
 * AG Grid Community, which nothing but this bench needs: fetched into the cache when it is run the
 * first time, in the version that `peer/package-lock.json` names.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../stored/run-on-disk.ts';

/** Where the bundle lies, two folders below `node_modules`. */
const manifests = fileURLToPath(new URL('../../../test/bench/grid/peer', import.meta.url));
const folder = join(cacheFolder(), 'peer');
const script = join(folder, 'node_modules/ag-grid-community/dist/ag-grid-community.min.js');
const files = ['package.json', 'package-lock.json'];

/** @throws when it is not there and can't be had. */
export function installPeer(): void {
  if (existsSync(script) && files.every(isSame)) return;
  console.log(`AG Grid Community is fetched into ${folder}, for this bench alone.`);
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(join(manifests, file), join(folder, file));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: 'inherit',
  });
}

/** All of it in one file. */
export const peerScript = (): string => script;

const isSame = (file: string): boolean =>
  existsSync(join(folder, file)) &&
  readFileSync(join(folder, file)).equals(readFileSync(join(manifests, file)));

/** What it is made like: as large, with columns as wide and a header as high. All in px. */
export interface Likeness {
  width: number;
  height: number;
  headerHeight: number;
  rowHeight: number;
  columns: { field: string; width: number; pinned: 'left' | null; wrapText: boolean }[];
}

interface PeerOptions extends Likeness {
  runId: string;
  rows: number;
}

export interface CallsHost {
  callHost: (method: string, input: object) => Promise<{ value: { rows: unknown[] } }>;
}

/** Gives the page a way to call main as the window does. Carried over as text, too. */
export async function dialHost(token: string): Promise<void> {
  const settle = new Map<number, (result: never) => void>();
  const socket = new WebSocket(`ws://${location.host}/api/socket`);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  socket.send(JSON.stringify({ token, page: crypto.randomUUID() }));
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(data as string) as { id?: number; result: never };
    if (id === undefined) return;
    settle.get(id)?.(result);
    settle.delete(id);
    socket.send(JSON.stringify({ got: id }));
  });
  let count = 0;
  const callHost: CallsHost['callHost'] = (method, input) =>
    new Promise((resolve) => {
      count += 1;
      settle.set(count, resolve);
      socket.send(JSON.stringify({ id: count, method, input }));
    });
  Object.assign(globalThis, { callHost });
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
  const { width, height, headerHeight, rowHeight, columns, runId, rows } = options;
  const { agGrid, callHost } = globalThis as unknown as { agGrid: AgGrid } & CallsHost;
  const element = document.querySelector<HTMLElement>('#peer');
  if (element === null) throw new Error('There is no place for the grid.');
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;

  const readWindow = async (offset: number, count: number): Promise<unknown[]> => {
    const answer = await callHost('rows.window', { runId, offset, count });
    return answer.value.rows;
  };

  agGrid.createGrid(element, {
    columnDefs: columns,
    defaultColDef: { cellDataType: false },
    suppressFieldDotNotation: true,
    rowModelType: 'infinite',
    // As many rows at a time, as many of them kept and as many on their way as in our window.
    cacheBlockSize: 50,
    maxBlocksInCache: 240,
    maxConcurrentDatasourceRequests: 3,
    infiniteInitialRowCount: rows,
    rowHeight,
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
