import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * Increased with every change of the schema, so that an older server refuses a newer file instead of damaging it. Versions before 7
 * were never released.
 */
export const schemaVersion = 7;

/** Marks files as ours, in their header: "ESLs". */
export const applicationId = 0x45534c73;

/** The tables of a file, also of one that was made before files were marked. */
export const tableNames = 'answers api_keys floors labels layouts log quotas records revisions';

const tables = `
  CREATE TABLE labels (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    binding TEXT NOT NULL,
    version INTEGER NOT NULL,
    last_revision INTEGER NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, id)
  ) WITHOUT ROWID;
  CREATE TABLE revisions (
    tenant TEXT NOT NULL,
    label TEXT NOT NULL,
    revision INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    png BLOB NOT NULL,
    PRIMARY KEY (tenant, label, revision),
    FOREIGN KEY (tenant, label) REFERENCES labels (tenant, id)
  );
  CREATE TABLE layouts (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    document TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, id)
  );
  CREATE TABLE floors (name TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE answers (
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    at INTEGER NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (tenant, key)
  );
  CREATE TABLE api_keys (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE quotas (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
  CREATE TABLE records (
    tenant TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, id)
  );
  CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    tenant TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER,
    binding TEXT,
    record TEXT,
    tag TEXT,
    ready_at INTEGER
  );
  CREATE INDEX records_kind ON records (kind, tenant);
  CREATE INDEX labels_layout ON labels (tenant, binding ->> '$.layout') WHERE deleted = 0;
  CREATE INDEX labels_deleted ON labels (tenant, id) WHERE deleted = 1;
  CREATE INDEX answers_at ON answers (at);
  CREATE INDEX quotas_expire ON quotas (expire);
  CREATE INDEX log_ready ON log (ready_at) WHERE ready_at IS NOT NULL;
`;

/**
 * Makes the tables of an empty file, within the transaction that has begun. The numbers of the log start at the time in milliseconds:
 * a client of another file that was here before does not resume in this one.
 */
export function makeTables(database: DatabaseSyncInstance): void {
  if (database.prepare('SELECT 1 FROM sqlite_master').get()) return;
  const start = Date.now();
  database.exec(`${tables}
    INSERT INTO log (seq, at, tenant, kind, id) VALUES (${start}, ${start}, '', 'layout', '');
    INSERT INTO floors (name, number) VALUES ('log', ${start});
  `);
}
