import { serve, startFailure } from './serve.js';

try {
  await serve({ env: process.env, stdout: process.stdout, clock: () => new Date() });
} catch (error) {
  process.stderr.write(`${startFailure(error, process.env)}\n`);
  process.exit(1);
}
