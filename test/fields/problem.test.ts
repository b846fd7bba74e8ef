import { describe, expect, test } from '@jest/globals';
import { reasons } from '../../server/fields/field-problem.js';
import {
  accepted,
  codes,
  fieldProblems,
  requestProblem,
  serverError,
  unavailable,
} from '../../server/fields/problem.js';
import type { FieldProblem, Reason } from '../../server/fields/field-problem.js';

function problem(field: string, reason: Reason = 'format'): FieldProblem {
  return { field, reason, message: `About ${field}` };
}

describe('the problem of a request', () => {
  test('that has one wrong field is what is wrong with it', () => {
    const errors = [problem('price')];
    const { code, status, detail, message, options } = fieldProblems(errors);
    expect([code, status, detail, message]).toEqual(['VALIDATION_ERROR', 400, 'About price', 'About price']);
    expect(options).toEqual({ errors });
  });

  test('that has several names them, each once and ten at most, and lists fifty at most', () => {
    const two = fieldProblems([problem('price'), problem('unit'), problem('unit', 'blank')]);
    expect([two.detail, two.options.errors!.length]).toEqual(['3 problems: price, unit', 3]);
    const many = Array.from({ length: 60 }, (_, i) => problem(`f${i}`));
    const { detail, options } = fieldProblems(many);
    expect(detail).toBe('More than 50 problems: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9');
    expect(fieldProblems(many.slice(0, 50)).detail).toMatch(/^50 problems: f0/);
    expect(options.errors).toEqual(many.slice(0, 50));
  });

  test('that lacks fields says which, and nothing of the others in its detail', () => {
    const errors = [problem('price'), problem('unit', 'missing'), problem('product_name', 'missing')];
    const { code, status, detail, options } = fieldProblems(errors);
    expect([code, status, detail]).toEqual(['MISSING_FIELDS', 400, 'Missing: unit, product_name']);
    expect(options.errors).toEqual(errors);
    const many = Array.from({ length: 60 }, (_, i) => problem(`f${i}`, 'missing'));
    expect(fieldProblems(many).detail).toMatch(/, f48, f49$/);
  });

  test('as a whole has no field', () => {
    const { code, status, options } = requestProblem(417, 'unsupported_media_type', 'No JSON', { Accept: 'x' });
    expect([code, status]).toEqual(['VALIDATION_ERROR', 417]);
    expect(options).toMatchObject({
      title: 'The request is invalid',
      errors: [{ field: '', reason: 'unsupported_media_type', message: 'No JSON' }],
      headers: { Accept: 'x' },
    });
    expect(requestProblem(400, 'malformed_json', 'x').options.headers).toEqual({});
  });

  test('of which we are the cause keeps it for the log, and says when to come back where that is known', () => {
    const cause = new Error('disk');
    const away = unavailable('The store is busy', 7, cause);
    expect(away).toMatchObject({ code: 'SERVER_ERROR', status: 503, detail: 'The store is busy', cause });
    expect(away.options).toMatchObject({ headers: { 'Retry-After': '7' }, members: { retry_after: 7 } });
    const failed = serverError(cause);
    expect([failed.code, failed.status, failed.cause]).toEqual(['SERVER_ERROR', 500, cause]);
    expect(failed.detail).toBe('Nothing was stored. Quote the request id.');
  });
});

describe('what passed a check', () => {
  test('is accepted with its warnings; all else is thrown', () => {
    const good = { ok: true, value: 7, warnings: [] } as const;
    expect(accepted(good)).toBe(good);
    expect(() => accepted({ ok: false, problems: [problem('price')] })).toThrow('About price');
  });
});

describe('the codes and reasons of the API', () => {
  test('have an address, a title, statuses and a sentence each', () => {
    for (const [code, { type, title, statuses, help }] of Object.entries(codes)) {
      expect(type).toBe(`/problems/${code.toLowerCase().replaceAll('_', '-')}`);
      expect(title).toMatch(/^[A-Z][a-z' ]{10,}$/);
      expect(help).toMatch(/^[A-Z].{20,}\.$/);
      expect(statuses.length).toBeGreaterThan(0);
    }
    const statuses = Object.values(codes).map((code) => code.statuses);
    // Updates have it for each status of a request.
    const ofRequests = [400, 401, 403, 404, 408, 409, 413, 415, 417, 421, 422, 431];
    expect(statuses).toEqual([[400], ofRequests, [415], [409, 422], [429], [401], [403], [500, 503], [404], [405]]);
  });

  test('say in words what is wrong', () => {
    for (const [reason, words] of Object.entries(reasons))
      expect([reason, words]).toEqual([reason, expect.stringMatching(/ /)]);
  });
});
