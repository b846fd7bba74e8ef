import { Command, Option } from 'commander';
import type { Key, Scope, UpdateLimit } from '../../keys/record.js';
import type { CreatedKey } from '../../keys/changes.js';
import { type Mode, modes } from '../../keys/text.js';
import { columns } from '../columns.js';
import { DocumentedCommand } from '../help.js';
import { type Io, usage } from '../io.js';
import { shared } from '../options.js';
import {
  type Expiry,
  readDuration,
  readExpiry,
  readKeyId,
  readName,
  readScopes,
  readTenant,
  readUpdateLimit,
} from './options.js';
import { type StoreOptions, withStore } from './store.js';

interface CreateOptions extends StoreOptions {
  readonly name: string;
  readonly tenant?: string;
  readonly scope: readonly Scope[];
  readonly mode: Mode;
  readonly expires?: Expiry;
  readonly updates?: UpdateLimit;
  readonly store: boolean;
}

const ends = ['done', 'failed', 'usage'] as const;

/** `esl-sim keys`: manages API keys. */
export function describeKeys(io: Io): Command {
  const keys = new DocumentedCommand('keys')
    .summary('make and end keys of the API')
    .description(
      'Make and end keys of the API, in the store that the servers use. Once there is a key, they ask for one; a change reaches them within 2 s.',
    )
    .footer(ends, 'esl-sim keys create --name "Till 7" --scope update --expires 90d', 'esl-sim keys list');
  return [describeCreate, describeList, describeRotate, describeRevoke].reduce(
    (all, describe) => all.addCommand(describe(io).addOption(shared.database())),
    keys,
  );
}

function describeCreate(io: Io): Command {
  return new DocumentedCommand('create')
    .summary('make a key')
    .description('Make a key, and print it on standard output. It can not be shown again: only its hash is stored.')
    .addOption(shared.name('the key’s, as you call it').argParser(readName).makeOptionMandatory())
    .addOption(
      new Option('--tenant <id>', 'whose labels and layouts it is for (default: those of an open sandbox)').argParser(
        readTenant,
      ),
    )
    .addOption(
      new Option('--scope <scopes>', 'what it is good for: read, update, manage, or several with commas')
        .argParser(readScopes)
        .default(['read', 'update', 'manage'], 'all'),
    )
    .addOption(new Option('--mode <mode>', 'how it is marked').choices(modes).default('live'))
    .addOption(new Option('--expires <when>', 'a time such as 90d, or the last day, in UTC').argParser(readExpiry))
    .addOption(
      new Option(
        '--updates <limit>',
        'how many updates it may send, such as 5000/min (default: as RATE_LIMIT says)',
      ).argParser(readUpdateLimit),
    )
    .option('--no-store', 'store nothing: the key is for API_KEYS, which knows its own scopes and tenant')
    .footer(
      ends,
      'ESL_KEY=$(esl-sim keys create --name "Till 7" --scope update) && export ESL_KEY',
      'esl-sim keys create --name "Head office" --tenant north --expires 2027-06-30',
      'esl-sim keys create --name "Shop 12" --scope update --updates 5000/min',
      'KEY=$(esl-sim keys create --name demo --no-store) && API_KEYS=$KEY DATABASE_URL=memory: esl-sim serve',
    )
    .action((options: CreateOptions) => create(options, io));
}

async function create({ expires, scope, store, ...options }: CreateOptions, io: Io): Promise<void> {
  const { createKey, newKey } = await import('../../keys/changes.js');
  const { instantOf } = await import('../../keys/record.js');
  const { updates = null } = options;
  if (updates && !store) throw usage('--updates: Expected a key in the store. API_KEYS has no limits of keys');
  const now = io.clock();
  const end = expires && ('at' in expires ? expires.at : now.getTime() + expires.inMs);
  if (end !== undefined && end <= now.getTime()) throw usage('--expires: Expected a time to come');
  const { name, tenant = '', mode } = options;
  const expires_at = end === undefined ? null : instantOf(end);
  const properties = { name, tenant, mode, scopes: scope, expires_at, replaces: null, updates };
  if (!store) {
    io.stdout.write(`${newKey(properties, now).text}\n`);
    return;
  }
  show(await withStore(io, options, true, (backend) => createKey(backend, properties, now)), io);
}

function describeList(io: Io): Command {
  return new DocumentedCommand('list')
    .summary('list the keys')
    .description(
      'List the keys, revoked ones too: id, name, tenant, scopes, mode, state, updates that they may send (-: as RATE_LIMIT says), since when and until when.',
    )
    .addOption(shared.json(': all that is known of them'))
    .footer(ends, 'esl-sim keys list', 'esl-sim keys list --json')
    .action(async ({ json, ...options }: StoreOptions & { json?: boolean }) => {
      const { allKeys } = await import('../../keys/changes.js');
      const { limitText, stateOf } = await import('../../keys/record.js');
      const keys = await withStore(io, options, false, allKeys);
      if (keys.length === 0) io.stderr.write('There are no keys: the servers of this store are open to all\n');
      const entries = keys.map((key) => entryOf(key, stateOf(key, io.clock())));
      const rows = entries.map((entry) => {
        const { id, name, tenant, scopes, mode, state, updates, created_at, expires_at, revoked_at } = entry;
        const end = revoked_at ?? expires_at;
        const until = end === null ? '' : `until ${end}`;
        const limit = updates ? limitText(updates) : '-';
        return [id, name, tenant || '-', scopes.join(','), mode, state, limit, `from ${created_at}`, until];
      });
      io.stdout.write(json ? `${JSON.stringify(entries, null, 2)}\n` : columns(rows));
    });
}

/** An entry of the list: a key without its hash. */
function entryOf(key: Key, state: string) {
  return { ...key, state, sha256: undefined };
}

function describeRotate(io: Io): Command {
  return new DocumentedCommand('rotate')
    .summary('replace a key')
    .description(
      'Make a key with the rights of another, and print it on standard output. Both are valid until the old one ends.',
    )
    .argument('<id>', 'the id of the key', readKeyId)
    .addOption(
      new Option('--overlap <time>', 'how long the old key is still valid')
        .argParser(readDuration)
        .default(86_400_000, '24h'),
    )
    .footer(ends, 'esl-sim keys rotate 4fJq0ZpX7aBc --overlap 7d')
    .action(async (id: string, { overlap, ...options }: StoreOptions & { overlap: number }) => {
      const { rotateKey } = await import('../../keys/changes.js');
      const created = await withStore(io, options, false, (backend) => rotateKey(backend, id, overlap, io.clock()));
      show(created, io);
      io.stderr.write(`The key ${id}, which it replaces, is valid until ${created.old.expires_at}.\n`);
    });
}

function describeRevoke(io: Io): Command {
  return new DocumentedCommand('revoke')
    .summary('end a key')
    .description('End a key immediately. The servers refuse it within 2 s, and end its event streams.')
    .argument('<id>', 'the id of the key', readKeyId)
    .footer(ends, 'esl-sim keys revoke 4fJq0ZpX7aBc')
    .action(async (id: string, options: StoreOptions) => {
      const { revokeKey } = await import('../../keys/changes.js');
      const { revoked_at } = await withStore(io, options, false, (backend) => revokeKey(backend, id, io.clock()));
      io.stderr.write(`The key ${id} was revoked at ${revoked_at}.\n`);
    });
}

/** Prints a new key on standard output, so that it can be piped, and its description on standard error. */
function show({ key, text }: CreatedKey, io: Io): void {
  const { id, name, tenant, scopes, expires_at } = key;
  const whose = tenant === '' ? 'the labels of an open sandbox' : `the labels of ${tenant}`;
  const until = expires_at === null ? 'It has no end' : `It is valid until ${expires_at}`;
  io.stdout.write(`${text}\n`);
  io.stderr.write(
    `The key ${id} (${name}) is good to ${scopes.join(', ')} ${whose}. ${until}, and is shown this once.\nServers with this store ask for keys from now on.\n`,
  );
}
