import { describe, expect, test } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { StoreBusy } from '../../server/labels/store/index.js';
import { openChannel } from '../../server/labels/store/sqlite/channel.js';

/** A line, what it has sent, and how often its other end was closed. */
function opened() {
  const sent: unknown[] = [];
  let closings = 0;
  const open = openChannel({
    send: (calls) => sent.push(calls.map(({ number, name, args }) => [number, name, ...args].join(' '))),
    close: () => Promise.resolve(closings++),
  });
  const done = (number: number, value: unknown = null) => {
    open.answered([{ number, outcome: { kind: 'done', value } }]);
  };
  return { ...open, sent, done, closings: () => closings };
}
const same = <T>(value: T): T => value;

describe('a line to a database', () => {
  test('sends what is asked in one turn of the event loop together, numbered on from turn to turn', async () => {
    const { channel, sent, done } = opened();
    const one = channel.ask('check', [], same);
    const two = channel.ask('layoutVersion', ['', 'offer'], (version) => version! + 1);
    expect(sent).toEqual([]);
    await turn();
    const three = channel.ask('check', [], same);
    await turn();
    expect(sent).toEqual([['0 check', '1 layoutVersion  offer'], ['2 check']]);
    done(1, 7);
    done(0);
    done(2);
    expect(await Promise.all([one, two, three])).toEqual([null, 8, null]);
  });

  test('is closed when all that was asked is done, and once', async () => {
    const { channel, done, closings } = opened();
    const asked = [channel.ask('check', [], same), channel.ask('check', [], same)];
    const closed = [channel.close(), channel.close()];
    await expect(channel.ask('check', [], same)).rejects.toThrow('The store is closed');
    await turn();
    done(0);
    await turn();
    expect(closings()).toBe(0);
    done(1);
    await Promise.all([...asked, ...closed, channel.close()]);
    expect(closings()).toBe(1);
  });

  test('is closed at once where nothing was asked, or all was answered', async () => {
    const idle = opened();
    await idle.channel.close();
    expect(idle.closings()).toBe(1);
    const { channel, done, closings } = opened();
    const asked = channel.ask('check', [], same);
    done(0);
    await Promise.all([asked, channel.close()]);
    expect(closings()).toBe(1);
  });

  test('says what failed and what was busy, and what the one who asked throws', async () => {
    const { channel, answered, done } = opened();
    const ask = () => channel.ask('check', [], same);
    const throwing = () => {
      throw new Error('of the caller');
    };
    const asked = [ask(), ask(), channel.ask('check', [], throwing)].map((each) => each.catch(same));
    const error = new Error('disk I/O error');
    answered((['failed', 'busy'] as const).map((kind, number) => ({ number, outcome: { kind, error } })).reverse());
    done(2);
    const [failed, busy, thrown] = (await Promise.all(asked)) as Error[];
    expect(failed).toBe(error);
    expect(busy).toBeInstanceOf(StoreBusy);
    expect([busy!.message, busy!.cause]).toEqual(['The store is busy', error]);
    expect(thrown!.message).toBe('of the caller');
  });

  test('that is broken fails what was asked, sends none of it, and refuses more until it is repaired', async () => {
    const { channel, sent, done, broken, repaired } = opened();
    const error = new StoreBusy('gone');
    const asked = channel.ask('check', [], same);
    broken(error);
    await expect(asked).rejects.toBe(error);
    await expect(channel.ask('check', [], same)).rejects.toBe(error);
    await turn();
    expect(sent).toEqual([]);
    repaired();
    const again = channel.ask('check', [], same);
    await turn();
    expect(sent).toEqual([['1 check']]);
    // The answer to what has failed comes too late.
    done(0);
    done(1);
    expect(await again).toBeNull();
  });

  test('that is broken has nothing to wait for when it is closed', async () => {
    const { channel, broken, closings } = opened();
    const asked = channel.ask('check', [], same);
    broken(new StoreBusy('gone'));
    await expect(asked).rejects.toThrow('gone');
    const closed = channel.close();
    await turn();
    expect(closings()).toBe(1);
    await closed;
  });

  test('tells each listener of a change', () => {
    const { channel, changed } = opened();
    const heard: string[] = [];
    channel.onChange(() => heard.push('one'));
    channel.onChange(() => heard.push('two'));
    changed();
    expect(heard).toEqual(['one', 'two']);
  });
});
