import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { startHere } from '../../../support/here.js';
import { updateUntil } from '../../../support/instances/readiness.js';
import { startPostgres } from '../../../support/postgres/server.js';
import { temporaryFolder } from '../../../support/server.js';

const folder = temporaryFolder();

/** Expects that readiness names a fault within 3.5 s after `begin`, and recovers within 3.5 s after `end`. */
async function expectNamed(url: string, reason: RegExp, begin: () => unknown, end: () => unknown): Promise<void> {
  const well = (updated: boolean, said: string | null) => updated && said === null;
  // It has drawn nothing yet.
  expect(await updateUntil(url, well)).toBeLessThan(5000);
  await begin();
  expect(await updateUntil(url, (updated, said) => !updated && reason.test(said ?? ''))).toBeLessThan(3500);
  await end();
  expect(await updateUntil(url, well)).toBeLessThan(3500);
}

test('a standby is named by readiness until it is promoted, also when the instance starts on it (fault 11)', async () => {
  const postgres = await startPostgres('fsync=off');
  const env = { DATABASE_URL: await postgres.create(), RATE_LIMIT: '1000000' };
  const { url } = await startHere(env);
  const readOnly = /it is read-only/;
  await expectNamed(
    url,
    readOnly,
    async () => {
      await postgres.demote();
      const second = await startHere(env);
      // Before any update.
      expect((await fetch(`${second.url}/health/ready`)).status).toBe(503);
    },
    () => postgres.query('SELECT pg_promote()'),
  );
}, 60_000);

/** Only root may mount a disk. */
(process.getuid?.() === 0 ? test : test.skip)(
  'a disk without room is named by readiness until there is room (fault 1)',
  async () => {
    const disk = folder.path;
    const mount = (options: string) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', `uid=65534,mode=700,${options}`, 'tmpfs', disk]);
    mount('size=32m');
    const postgres = await startPostgres('fsync=off', 'autovacuum=off');
    try {
      await postgres.query(`CREATE TABLESPACE small LOCATION '${disk}'`);
      await postgres.query('CREATE DATABASE shop TABLESPACE small');
      const { url } = await startHere({ DATABASE_URL: postgres.url('shop'), RATE_LIMIT: '1000000' });
      await postgres.query(
        'CREATE TABLE filler (bytes text); ALTER TABLE filler ALTER bytes SET STORAGE PLAIN',
        'shop',
      );
      const rows = "DO $$ BEGIN LOOP INSERT INTO filler VALUES (repeat('x', 5000)); END LOOP; END $$";
      const fill = () => postgres.query(rows, 'shop');
      await expectNamed(
        url,
        /the disk is full/,
        () => expect(fill()).rejects.toThrow(/No space left/),
        () => {
          mount('remount,size=64m');
        },
      );
    } finally {
      await postgres.crash();
      execFileSync('umount', ['--lazy', disk]);
    }
  },
  60_000,
);
