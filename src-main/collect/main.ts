/** `npm run collect`. */
import '../core/no-debugger.ts';
import { startCore } from '../launch/start-core.ts';
import { runCommand } from './command.ts';

process.exitCode = await runCommand(startCore);
