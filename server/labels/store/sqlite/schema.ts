import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { newTag } from '../../tag/tag.js';

/**
 * Increased with every change of the schema, so that an older server refuses a newer file instead of damaging it.
 * Version 2 added the layouts, version 3 the floors of numbers, version 4 the tags of labels, version 5 tenants, idempotency
 * records and keys. Version 6 added the log: records and tags are there, and revisions refer to it. Version 7 added the records
 * of other systems' interfaces.
 */
export const schemaVersion = 7;

const tables = `
  CREATE TABLE IF NOT EXISTS labels (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    binding TEXT NOT NULL,
    version INTEGER NOT NULL,
    last_revision INTEGER NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0,
    tag TEXT,
    PRIMARY KEY (tenant, id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS revisions (
    tenant TEXT NOT NULL,
    label TEXT NOT NULL,
    revision INTEGER NOT NULL,
    record TEXT NOT NULL,
    png BLOB NOT NULL,
    PRIMARY KEY (tenant, label, revision),
    FOREIGN KEY (tenant, label) REFERENCES labels (tenant, id)
  );
  CREATE TABLE IF NOT EXISTS layouts (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    document TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, id)
  );
  CREATE TABLE IF NOT EXISTS floors (name TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS answers (
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    at INTEGER NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (tenant, key)
  );
  CREATE TABLE IF NOT EXISTS api_keys (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS quotas (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
`;

const records = `
  CREATE TABLE IF NOT EXISTS records (
    tenant TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, id)
  );
  CREATE INDEX IF NOT EXISTS records_kind ON records (kind, tenant);
`;

const indexes = `
  CREATE INDEX IF NOT EXISTS labels_layout ON labels (tenant, binding ->> '$.layout') WHERE deleted = 0;
  CREATE INDEX IF NOT EXISTS labels_deleted ON labels (tenant, id) WHERE deleted = 1;
  CREATE INDEX IF NOT EXISTS answers_at ON answers (at);
  CREATE INDEX IF NOT EXISTS quotas_expire ON quotas (expire);
`;

/** Brings a file of any older version, or an empty one, to {@link schemaVersion}, within the transaction that has begun. */
export function migrate(database: DatabaseSyncInstance): void {
  database.exec(records);
  const labels = columnsOf(database, 'labels');
  const old = labels.length > 0 && !labels.includes('tenant');
  if (old) {
    if (!labels.includes('tag')) addTags(database);
    database.exec('ALTER TABLE revisions RENAME TO old_revisions; ALTER TABLE labels RENAME TO old_labels;');
    if (columnsOf(database, 'layouts').length > 0) database.exec('ALTER TABLE layouts RENAME TO old_layouts');
  }
  if (columnsOf(database, 'log').length > 0) return;
  database.exec(tables);
  if (old) addTenants(database);
  database.exec(indexes);
  addLog(database);
}

/**
 * Moves records and tags to the log. Its numbers start at the time in milliseconds: a client of another file that was here before
 * does not resume in this one.
 */
function addLog(database: DatabaseSyncInstance): void {
  const start = Date.now();
  database.exec(`
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
    CREATE INDEX log_ready ON log (ready_at) WHERE ready_at IS NOT NULL;
    INSERT INTO log (seq, at, tenant, kind, id) VALUES (${start}, ${start}, '', 'layout', '');
    INSERT INTO log (seq, at, tenant, kind, id, revision, record, tag)
      SELECT ${start} + revisions.rowid, 0, revisions.tenant, 'revision', label, revision, record,
        CASE WHEN revision = last_revision THEN tag END
      FROM revisions JOIN labels ON labels.tenant = revisions.tenant AND labels.id = label
      ORDER BY revisions.rowid;
    ALTER TABLE revisions RENAME TO old_revisions;
    CREATE TABLE revisions (
      tenant TEXT NOT NULL,
      label TEXT NOT NULL,
      revision INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      png BLOB NOT NULL,
      PRIMARY KEY (tenant, label, revision),
      FOREIGN KEY (tenant, label) REFERENCES labels (tenant, id)
    );
    INSERT INTO revisions (tenant, label, revision, seq, png)
      SELECT tenant, label, revision, ${start} + rowid, png FROM old_revisions;
    DROP TABLE old_revisions;
    ALTER TABLE labels DROP COLUMN tag;
    INSERT INTO floors (name, number) SELECT 'log', max(seq) FROM log;
  `);
}

function columnsOf(database: DatabaseSyncInstance, table: string): readonly string[] {
  return (database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name);
}

/** Adds tags to the labels of older versions. They have displayed their newest content since it was stored. */
function addTags(database: DatabaseSyncInstance): void {
  database.exec('ALTER TABLE labels ADD COLUMN tag TEXT');
  const newest = database.prepare(`
    SELECT labels.id, revision, record ->> '$.binding.device' AS device, record ->> '$.image.sha256' AS picture,
      record ->> '$.updated_at' AS updated_at
    FROM labels JOIN revisions ON revisions.label = labels.id AND revisions.revision = labels.last_revision`);
  const set = database.prepare('UPDATE labels SET tag = ? WHERE id = ?');
  for (const { id, revision, device, picture, updated_at } of newest.all() as NewestContent[]) {
    const shown = { revision, picture, since: Date.parse(updated_at), ghost: null };
    set.run(JSON.stringify({ ...newTag(device), shown }), id);
  }
}

/** The columns of the newest content of a label. */
type NewestContent = Readonly<Record<'id' | 'device' | 'picture' | 'updated_at', string>> & {
  readonly revision: number;
};

/** Moves the labels and layouts of older versions to the tenant of an open sandbox. */
function addTenants(database: DatabaseSyncInstance): void {
  const move = (table: string, columns: string) => {
    database.exec(`INSERT INTO ${table} (tenant, ${columns}) SELECT '', ${columns} FROM old_${table}`);
  };
  move('labels', 'id, binding, version, last_revision, deleted, tag');
  move('revisions', 'label, revision, record, png');
  if (columnsOf(database, 'old_layouts').length > 0) {
    move('layouts', 'id, version, document, updated_at, deleted');
    database.exec('DROP TABLE old_layouts');
  }
  database.exec('DROP TABLE old_revisions; DROP TABLE old_labels;');
}
