/**
 * Increased with every change of the schema, so that an older server refuses a newer database instead of damaging it.
 */
export const schemaVersion = 3;

const partitions = 16;

/** A table in parts that a hash of `columns` chooses. Ids are compared by their bytes, as other backends do. */
function inParts(table: string, columns: string, settings: string): string {
  const parts = Array.from(
    { length: partitions },
    (_, i) => `CREATE TABLE ${table}_${i} PARTITION OF ${table}
      FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${i}) WITH (${settings});
      ${table === 'revisions' ? `ALTER TABLE revisions_${i} ALTER COLUMN png SET STORAGE EXTERNAL;` : ''}`,
  );
  return `PARTITION BY HASH (${columns});\n${parts.join('\n')}`;
}

const id = 'text COLLATE "C" NOT NULL';

/** Each makes the schema one version newer. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE labels (
    tenant ${id},
    id ${id},
    binding text NOT NULL,
    layout ${id},
    version bigint NOT NULL,
    last_revision bigint NOT NULL,
    deleted boolean NOT NULL DEFAULT false,
    tag text,
    PRIMARY KEY (tenant, id)
  ) ${inParts('labels', 'tenant, id', 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05')}
  CREATE INDEX labels_layout ON labels (tenant, layout, id) WHERE NOT deleted;
  CREATE INDEX labels_deleted ON labels (tenant, id) WHERE deleted;
  CREATE TABLE revisions (
    tenant ${id},
    label ${id},
    revision bigint NOT NULL,
    record text NOT NULL,
    png bytea NOT NULL,
    token uuid NOT NULL,
    PRIMARY KEY (tenant, label, revision)
  ) ${inParts('revisions', 'tenant, label', 'autovacuum_vacuum_scale_factor = 0.05')}
  CREATE TABLE layouts (
    tenant ${id},
    id ${id},
    version bigint NOT NULL,
    document text NOT NULL,
    updated_at text NOT NULL,
    deleted boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tenant, id)
  );
  CREATE TABLE floors (name text PRIMARY KEY, number bigint NOT NULL);
  INSERT INTO floors (name, number) VALUES ('labels', 0), ('layouts', 0);
  CREATE TABLE answers (
    tenant ${id},
    key ${id},
    request text NOT NULL,
    at bigint NOT NULL,
    answer text NOT NULL,
    PRIMARY KEY (tenant, key)
  );
  CREATE INDEX answers_at ON answers (at);
  CREATE TABLE api_keys (id ${id} PRIMARY KEY, record text NOT NULL);
  CREATE UNLOGGED TABLE quotas (key ${id} PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)
    WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
  CREATE INDEX quotas_expire ON quotas (expire);
  CREATE UNLOGGED TABLE instances (id uuid PRIMARY KEY, told bigint NOT NULL, seen timestamptz NOT NULL)
    WITH (fillfactor = 50);
  `,
  // The log has records and tags, and revisions refer to it. Its numbers start at the time in milliseconds: a client of another
  // database that was here before does not resume in this one.
  `
  CREATE SEQUENCE log_seq;
  SELECT setval('log_seq', (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  CREATE TABLE log (
    seq bigint PRIMARY KEY DEFAULT nextval('log_seq'),
    at bigint NOT NULL,
    tenant ${id},
    kind text NOT NULL,
    id ${id},
    revision bigint,
    binding text,
    record text,
    tag text,
    ready_at bigint
  );
  CREATE INDEX log_ready ON log (ready_at) WHERE ready_at IS NOT NULL;
  INSERT INTO log (at, tenant, kind, id, revision, record, tag)
    SELECT 0, revisions.tenant, 'revision', label, revision, record, CASE WHEN revision = last_revision THEN tag END
    FROM revisions JOIN labels ON labels.tenant = revisions.tenant AND labels.id = label ORDER BY 2, 4, 5;
  ALTER TABLE revisions ADD COLUMN seq bigint;
  UPDATE revisions SET seq = log.seq FROM log
    WHERE log.tenant = revisions.tenant AND log.id = label AND log.revision = revisions.revision;
  ALTER TABLE revisions ALTER COLUMN seq SET NOT NULL, DROP COLUMN record;
  ALTER TABLE labels DROP COLUMN tag;
  INSERT INTO floors (name, number) SELECT 'log', last_value FROM log_seq;
  DROP TABLE instances;
  `,
  `
  CREATE TABLE records (
    tenant ${id},
    kind ${id},
    id ${id},
    value text NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (tenant, kind, id)
  );
  CREATE INDEX records_kind ON records (kind, tenant);
  `,
];
