import { Command } from 'commander';
import { DocumentedCommand } from './help.js';
import { CommandError, exitCodes, type Io } from './io.js';

/** `esl-sim serve`: the same server as `npm start`. */
export function describeServe(io: Io): Command {
  return new DocumentedCommand('serve')
    .summary('run the server')
    .description(
      'Run the server: the page, the API and the labels. It prints its address and runs until SIGINT or SIGTERM. Its settings are environment variables (see Settings in the README).',
    )
    .footer(['done', 'failed', 'usage'], 'esl-sim serve', 'PORT=8080 DATABASE_URL=memory: esl-sim serve')
    .action(async () => {
      const { serve, startFailure } = await import('../serve.js');
      try {
        await serve(io);
      } catch (error) {
        throw new CommandError(exitCodes.failed, startFailure(error, io.env));
      }
    });
}
