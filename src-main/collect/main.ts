/** `npm run collect`. */
import '../core/no-debugger.ts';
import { sourcesCommand } from '../core/app-handlers.ts';
import { startCore } from '../launch/start-core.ts';
import { runCommand } from './command.ts';

process.exitCode = await runCommand(process.argv.slice(2), sourcesCommand.call, { startCore });
