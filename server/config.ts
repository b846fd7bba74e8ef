import { readGivenKeys } from './keys/given.js';
import type { Key } from './keys/record.js';

/** The settings of the server, read from the environment when it starts. */
export type Config = ReturnType<typeof readConfig>;

export const variables = [
  'HOST',
  'PORT',
  'OEPL_PORT',
  'DATABASE_URL',
  'DEVICES_DIR',
  'LAYOUTS_DIR',
  'VENDORS',
  'VENDORS_DIR',
  'RATE_LIMIT',
  'RATE_WINDOW_S',
  'TRUST_PROXY_HOPS',
  'ALLOWED_HOSTS',
  'CORS_ORIGIN',
  'API_KEYS',
  'SIMULATE',
  'WEBHOOKS',
  'REFRESH_SPEED',
  'LINT',
  'LOG_LEVEL',
] as const;
type Variable = (typeof variables)[number];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** An environment variable has an invalid value. The message is one line for the terminal. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(
    readonly variable: string,
    /** Null hides the value, which may be a secret. */
    value: string | null,
    expected: string,
    /** What to do about it. */
    remedy?: string,
  ) {
    const received = value === null ? 'another' : JSON.stringify(value);
    super(`Expected ${expected} for ${variable} but received ${received}${remedy === undefined ? '' : `. ${remedy}`}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables whose defaults protect less than a value may. A command that failed leaves them empty, so that is no value. */
const protective = ['API_KEYS', 'CORS_ORIGIN', 'DATABASE_URL', 'LINT', 'SIMULATE'] as const;

/** Reads the configuration. Absent variables take their defaults, and so do most that are empty. @throws {ConfigError} */
export function readConfig(env: Environment) {
  for (const name of protective) refuseBlank(name, env);
  const read = <T>(name: Variable, fallback: T, parse: (value: string) => T | undefined, expected: string): T => {
    const value = env[name];
    if (value === undefined || value === '') return fallback;
    const parsed = parse(value);
    if (parsed === undefined) throw new ConfigError(name, value, expected);
    return parsed;
  };
  const integer = <T>(name: Variable, fallback: T, min: number, max: number): number | T =>
    read<number | T>(
      name,
      fallback,
      (value) => {
        const number = /^[0-9]{1,10}$/.test(value) ? Number(value) : NaN;
        return number >= min && number <= max ? number : undefined;
      },
      `a whole number from ${min} to ${max}`,
    );
  const choice = <T extends string>(name: Variable, fallback: T, values: readonly T[], expected: string): T =>
    read(name, fallback, (value) => values.find((each) => each === value), expected);
  return {
    host: read('HOST', '127.0.0.1', (value) => (/\s/.test(value) ? undefined : value), 'a host name or an IP address'),
    /** 0 picks a free port. */
    port: integer('PORT', 3000, 0, 65_535),
    /** The port of the OpenEPaperLink access point; 0 picks a free one, null: there is none. */
    oeplPort: integer('OEPL_PORT', null, 0, 65_535),
    /** `memory:`, `sqlite:` and a path, or the URL of a PostgreSQL database, which may have a password. */
    databaseUrl: readDatabaseUrl(env),
    ...readFolders(env),
    /** The vendors whose interfaces the server has. */
    vendors: read('VENDORS', [], vendorsIn, `one or more of ${vendorNames.join(', ')}, separated by commas`),
    /** The folder of the mappings of vendors' fields; null: the shipped ones. */
    vendorsDir: read<string | null>('VENDORS_DIR', null, (value) => value, 'a folder'),
    /** Updates per client and window. */
    rateLimit: integer('RATE_LIMIT', 10, 1, 1_000_000_000),
    rateWindowS: integer('RATE_WINDOW_S', 60, 1, 86_400),
    /** The number of trusted proxies in front of the server; 0 ignores X-Forwarded-For. */
    trustProxyHops: integer('TRUST_PROXY_HOPS', 0, 0, 32),
    /** `*`, or additional hosts that the server answers for, each with or without a port. */
    allowedHosts: read<readonly string[] | '*'>(
      'ALLOWED_HOSTS',
      [],
      hosts,
      '* or hosts such as esl.shop.example or 192.168.1.5:3000, separated by commas',
    ),
    /** `*`, or the origins whose pages may call the server. */
    corsOrigin: read<readonly string[] | '*'>(
      'CORS_ORIGIN',
      '*',
      origins,
      '* or origins such as https://shop.example, separated by commas',
    ),
    /** Keys besides those in the store. */
    apiKeys: readApiKeys(env),
    simulate: choice('SIMULATE', 'on', ['on', 'off'], 'on or off') === 'on',
    /** Whether webhooks may have addresses that are not of the public internet. */
    webhooks: choice('WEBHOOKS', 'public', ['public', 'any'], 'public or any'),
    /** Divides the panel's refresh time; `instant`: no time. */
    refreshSpeed: read<number | 'instant'>(
      'REFRESH_SPEED',
      'instant',
      refreshSpeed,
      'instant, real or a factor from 0.0001 to 1000000',
    ),
    /** Whether no label is stored with a finding of the grade error. */
    lintStrict: choice('LINT', 'report', ['report', 'strict'], 'report or strict') === 'strict',
    logLevel: choice('LOG_LEVEL', 'warn', logLevels, `one of ${logLevels.join(', ')}`),
  };
}

/** Reads only the folders, for commands that draw: they ignore a wrong PORT. */
export function readFolders({ DEVICES_DIR, LAYOUTS_DIR }: Environment) {
  const folder = (value = '') => (value === '' ? null : value);
  return { devicesDir: folder(DEVICES_DIR), layoutsDir: folder(LAYOUTS_DIR) };
}

export const vendorNames = ['aims', 'pricer', 'minew', 'hanshow'] as const;

function vendorsIn(value: string): readonly string[] | undefined {
  const names = [...new Set(value.split(',').map((name) => name.trim()))];
  return names.every((name) => vendorNames.some((known) => known === name)) ? names : undefined;
}

/** @throws {ConfigError} */
function refuseBlank(name: (typeof protective)[number], env: Environment): void {
  if (env[name]?.trim() === '') throw new ConfigError(name, env[name], 'a value', `For the default, unset ${name}`);
}

/** Reads the URL of the store. @throws {ConfigError} */
export function readDatabaseUrl(env: Environment): string {
  refuseBlank('DATABASE_URL', env);
  const { DATABASE_URL: value = 'sqlite:data/esl.db' } = env;
  const url = databaseUrl(value);
  if (url !== undefined) return url;
  const expected = 'memory:, sqlite:<path of a file> or postgres://<user>:<password>@<host>:<port>/<database>';
  // The value may contain a password.
  throw new ConfigError('DATABASE_URL', /^postgres|\/\/|@/i.test(value) ? null : value, expected);
}

/** @throws {ConfigError} with the number of the wrong entry, never its text */
function readApiKeys({ API_KEYS: list }: Environment): readonly Key[] {
  const keys = list === undefined ? [] : readGivenKeys(list);
  if (!('expected' in keys)) return keys;
  throw new ConfigError('API_KEYS', null, `${keys.expected} as entry ${keys.entry}`);
}

/** Refuses settings of FreeType: they would change glyphs, and so every snapshot. @throws {ConfigError} */
export function refuseOtherGlyphs({ FREETYPE_PROPERTIES: properties }: Environment): void {
  if (properties) throw new ConfigError('FREETYPE_PROPERTIES', properties, 'no value');
}

function databaseUrl(value: string): string | undefined {
  const server = /^postgres(ql)?:\/\/[^/]+\/[^/?]+(\?.*)?$/.test(value) && URL.canParse(value);
  return server || value === 'memory:' || /^sqlite:(?!:memory:).+/.test(value) ? value : undefined;
}

function hosts(value: string): readonly string[] | '*' | undefined {
  if (value === '*') return '*';
  const list = value.split(',').map((host) => host.trim());
  const form = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_][A-Za-z0-9._-]*)(:[0-9]{1,5})?$/;
  return list.every((host) => form.test(host) && URL.canParse(`http://${host}`)) ? list : undefined;
}

function origins(value: string): readonly string[] | '*' | undefined {
  if (value === '*') return '*';
  const list = value.split(',').map((origin) => origin.trim());
  return list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? list : undefined;
}

function refreshSpeed(value: string): number | 'instant' | undefined {
  if (value === 'instant') return 'instant';
  if (value === 'real') return 1;
  const factor = /^[0-9]+(\.[0-9]+)?$/.test(value) ? Number(value) : 0;
  // With a smaller one, refreshes would end after the last date of JavaScript.
  return factor >= 0.0001 && factor <= 1_000_000 ? factor : undefined;
}
