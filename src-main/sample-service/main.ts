/** `npm run sample-service -- --port 4400` */
import { runSampleService } from './index.ts';

const result = await runSampleService(process.argv.slice(2), {
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
});
if (typeof result === 'number') process.exitCode = result;
