import { Command, Option } from 'commander';
import { ConfigError } from '../config.js';
import { DocumentedCommand } from './help.js';
import { CommandError, exitCodes, type Io } from './io.js';
import { shared, wholeNumber } from './options.js';

/** The variable that each option sets. */
const variableOf = { host: 'HOST', port: 'PORT', database: 'DATABASE_URL' } as const;
type ServeFlags = { readonly [Flag in keyof typeof variableOf]?: string | number };

/** `esl-sim serve`: the same server as `npm start`. */
export function describeServe(io: Io): Command {
  return new DocumentedCommand('serve')
    .summary('run the server')
    .description(
      'Run the server: the page, the API and the labels. It prints its address and runs until SIGINT or SIGTERM. Its settings are environment variables (docs/settings.md); an option wins over its variable.',
    )
    .addOption(new Option('--host <host>', 'the address on which it listens (default: HOST, else 127.0.0.1)'))
    .addOption(
      new Option('--port <n>', 'its port; 0 picks a free one (default: PORT, else 3000)').argParser(
        wholeNumber(0, 65_535),
      ),
    )
    .addOption(shared.database())
    .footer(
      ['done', 'failed', 'usage'],
      'esl-sim serve',
      'esl-sim serve --port 8080 --database memory:',
      'DATABASE_URL=postgres://esl:secret@db.example/esl esl-sim serve --host 0.0.0.0',
    )
    .action((flags: ServeFlags) => run(flags, io));
}

async function run(flags: ServeFlags, io: Io): Promise<void> {
  const given = Object.entries(flags) as [keyof ServeFlags, string | number][];
  const env = { ...io.env, ...Object.fromEntries(given.map(([flag, value]) => [variableOf[flag], String(value)])) };
  const { serve, startFailure } = await import('../serve.js');
  try {
    await serve(Object.create(io, { env: { value: env } }) as Io);
  } catch (error) {
    // The message names what the user has set.
    const message = given.reduce(
      (text, [flag]) => text.replace(new RegExp(`\\b${variableOf[flag]}\\b`), `--${flag}`),
      startFailure(error, env),
    );
    throw new CommandError(error instanceof ConfigError ? exitCodes.usage : exitCodes.failed, message);
  }
}
