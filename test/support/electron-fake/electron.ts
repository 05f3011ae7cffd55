/** What `import { … } from 'electron'` becomes in the program under test. */
import type { ElectronParts } from '#main/electron/host.ts';
import { answerTests } from './control.ts';
import * as modelled from './modelled.ts';

export * from './modelled.ts';

/** The compiler holds them against what the program takes from Electron: none is missing. */
const parts: Record<keyof ElectronParts, object> = modelled;
answerTests(parts);
