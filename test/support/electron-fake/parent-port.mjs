/** `process.parentPort` of a process started by `utilityProcess`, over Node's connection. */
import { EventEmitter } from 'node:events';

process.parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message) => void process.send(message),
});
// Until somebody listens, messages wait.
process.parentPort.once('newListener', () => {
  process.on('message', (data) => process.parentPort.emit('message', { data, ports: [] }));
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
